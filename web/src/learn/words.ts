// The words of the course: tasks, hints and answers, in the reader's language.
import { t } from '../i18n/i18n.svelte.ts';
import type { MessageKey } from '../i18n/keys.ts';
import { whyText } from '../play/boardText.ts';
import type { Lesson, Step } from './lesson.ts';
import type { Answer } from './step_play.svelte.ts';

// A test asks for every one of these messages by name.
const stepKey = (lesson: Lesson, step: Step, what: string): MessageKey => `learn.step.${lesson.id}.${step.id}.${what}` as MessageKey;

export const lessonTitle = (lesson: Lesson): string => t(`learn.lesson.${lesson.id}.title` as MessageKey);
export const lessonAbout = (lesson: Lesson): string => t(`learn.lesson.${lesson.id}.about` as MessageKey);

/** What a step needs said, beside its task. */
export function messagesOf(lesson: Lesson, step: Step): MessageKey[] {
  const names = ['task'];
  if (step.t === 'move') {
    step.rounds.forEach((round, i) => {
      if (i > 0) names.push(`task${i + 1}`);
      if (round.goal.turns !== undefined) names.push('wrong');
    });
  }
  if (step.t === 'move' || step.t === 'tap') names.push('hint', 'done');
  return names.map((name) => stepKey(lesson, step, name));
}

export function taskText(lesson: Lesson, step: Step, round: number): string {
  return t(stepKey(lesson, step, round === 0 ? 'task' : `task${round + 1}`));
}

export function answerText(lesson: Lesson, step: Step, answer: Answer): string {
  switch (answer.t) {
    case 'hint': return t(stepKey(lesson, step, 'hint'));
    case 'done': return t(stepKey(lesson, step, 'done'));
    case 'shown': return t('learn.shown');
    case 'found': return t('learn.found', { left: answer.left });
    case 'refused': return whyText(answer.refusal, lesson.variant, answer);
    case 'beside':
      return answer.missing === 'turns' ? t(stepKey(lesson, step, 'wrong')) : t(`learn.beside.${answer.missing}` as MessageKey);
    case 'not-it': {
      if (answer.find === 'home-row') return t('learn.notIt.home-row');
      const color = answer.find === 'cut-points' && step.t === 'tap' && step.find.t === 'cut-points' ? step.find.of : 'black';
      if (answer.find === 'targets') return t('learn.notIt.targets');
      if (answer.on !== color) return color === 'white' ? t('learn.notIt.onlyWhite') : t('learn.notIt.onlyBlack');
      return t(`learn.notIt.${answer.find}` as MessageKey);
    }
  }
}
