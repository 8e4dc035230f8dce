// The study room: opens what the address asks for, keeps what is done in this browser, and keeps the address up to date.
import { api } from '../net/api.ts';
import { router } from '../router.svelte.ts';
import type { Rules } from '../rules/types.ts';
import { loadRules } from '../rules/rules.ts';
import { loadStudies, type Found, type Studies } from '../tree/study.ts';
import { lineEnd, nodeOf, pathOf, rootPath, turnsOf } from '../tree/tree.ts';
import type { Path, Study } from '../tree/types.ts';
import { asked, fragment, pathAt, type Asked } from './address.ts';
import { Analysis } from './analysis.svelte.ts';
import { newId, type Kept } from '../storage/collection.ts';
import { shelf, type KeptStudy } from './shelf.ts';

/** What is opened, before it is on the table. */
interface Opened {
  readonly study: Study;
  readonly path: Path;
  readonly kept: Omit<Kept<KeptStudy>, 'changed'> | null;
  readonly game: string | null;
}

const kSaveMs = 250;

export class Room {
  analysis: Analysis | null = $state.raw(null);
  trouble: string | null = $state(null);
  /** Of the report, as far as it is known. */
  found: Found | null = $state.raw(null);
  name = $state('');
  /** The online game that is studied. */
  game: string | null = $state(null);
  #id: string | null = $state(null);
  #saved: { study: Study; name: string; found: Found | null } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #left = false;

  get id(): string | null {
    return this.#id;
  }

  async open(game: string | null, search: string, hash: string): Promise<void> {
    try {
      const [rules, studies] = await Promise.all([loadRules(), loadStudies()]);
      const opened = game === null ? await openAsked(rules, studies, asked(search, hash)) : await openGame(studies, game, search);
      if (this.#left) return;
      if ('error' in opened) {
        this.trouble = opened.error;
        return;
      }
      this.#put(rules, studies, opened);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  /** Another study in place of this one. */
  replace(study: Study, path: Path = rootPath): void {
    const { analysis } = this;
    if (analysis === null) return;
    this.#flush();
    this.#put(analysis.rules, analysis.studies, { study, path, kept: null, game: null });
    this.changed();
  }

  /** What was edited is kept at once; where one is, when one has come to rest. The address follows. */
  changed(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.analysis?.study !== this.#saved?.study) this.#flush();
    else this.#timer = setTimeout(() => this.#flush(), kSaveMs);
  }

  /** The page may be gone the next moment. */
  leave(): void {
    this.#flush();
  }

  rename(name: string): void {
    this.name = name.trim();
    this.changed();
  }
  /** At once: it was work, and the tab may be closed the next moment. */
  keepFound(found: Found): void {
    this.found = found;
    this.#flush();
  }

  free(): void {
    this.#flush(false); // the address is another page's already
    this.#left = true;
    this.analysis?.free();
  }

  #put(rules: Rules, studies: Studies, { study, path, kept, game }: Opened): void {
    this.analysis?.free();
    this.analysis = new Analysis(rules, studies, study, path);
    this.#id = kept?.id ?? null;
    this.name = kept?.value.name ?? '';
    this.found = kept?.value.found ?? null;
    this.game = kept?.value.game ?? game;
    this.#saved = { study: this.analysis.study, name: this.name, found: this.found };
    this.trouble = null;
  }

  #flush(written = true): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { analysis } = this;
    if (analysis === null || this.#left) return;
    const { study, path } = analysis;
    const part = fragment(analysis.studies, study, path);
    const isEdited = study !== this.#saved?.study || this.name !== this.#saved.name || this.found !== this.#saved.found;
    if (part === null) return;
    if (isEdited) this.#id ??= newId();
    if (this.#id !== null) {
      this.#saved = { study, name: this.name, found: this.found };
      const [packed = ''] = part.slice(1).split('.');
      void shelf
        .put(this.#id, { name: this.name, variant: study.variant, packed, path, fen: analysis.node.fen, found: this.found, game: this.game })
        .catch(() => undefined); // a browser that keeps nothing: the address still holds it all
    }
    if (!written || !router.pathname.startsWith('/analysis')) return;
    const address = this.#id === null ? (this.game === null ? '/analysis' : `/analysis/${this.game}`) : `/analysis?study=${this.#id}`;
    // A reload may come before the browser has stored it: then the address is newer, and says that it is this tab's.
    history.replaceState({ study: this.#id }, '', this.#id === null && this.game !== null ? `${address}?ply=${String(turnsOf(path).length)}` : address + part);
  }
}

function fresh(rules: Rules, variant: Study['variant'], fen: string | null, turns: readonly string[], tags: Study['tags']): Opened | { error: string } {
  const made = rules.game(variant, fen ?? undefined);
  if ('error' in made) return made;
  const { game } = made;
  const start = game.view.fen;
  const fens: string[] = [];
  for (const turn of turns) {
    const refusal = game.play(turn);
    if (refusal !== null) {
      game.free();
      return { error: `${turn}: ${refusal.message}` };
    }
    fens.push(game.view.fen);
  }
  const played = [...game.turns];
  game.free();
  const line = played.reduceRight((after: ReturnType<typeof nodeOf> | null, turn, i) => nodeOf(turn, fens[i] ?? '', after === null ? [] : [after]), null);
  const study: Study = { variant, tags, result: '*', ending: null, root: nodeOf('', start, line === null ? [] : [line]) };
  return { study, path: pathOf(played), kept: null, game: null };
}

function fromKept(studies: Studies, id: string, value: KeptStudy): Opened | { error: string } {
  const study = studies.unpack(value.packed);
  return 'error' in study ? study : { study: study.value, path: value.path, kept: { id, value }, game: value.game };
}

function fromPacked(studies: Studies, packed: string, at: string): Opened | { error: string } {
  const study = studies.unpack(packed);
  return 'error' in study ? study : { study: study.value, path: pathAt(study.value.root, at), kept: null, game: null };
}

async function openAsked(rules: Rules, studies: Studies, what: Asked): Promise<Opened | { error: string }> {
  switch (what.t) {
    case 'packed': return fromPacked(studies, what.packed, what.at);
    case 'turns': return fresh(rules, what.variant, what.fen, what.turns, what.tags);
    case 'kept': {
      const kept = await shelf.get(what.id).catch(() => null);
      const own = (history.state as { study?: unknown } | null)?.study === what.id ? what.packed : null;
      const [newest = '', place = ''] = own?.split('.') ?? [];
      const tab = newest === '' ? null : fromPacked(studies, newest, place);
      if (kept !== null && tab !== null && 'study' in tab) return { ...tab, kept: { id: what.id, value: kept }, game: kept.game };
      if (kept !== null) return fromKept(studies, what.id, kept);
      if (what.packed === null) return fresh(rules, 'ordo', null, [], []);
      const [packed = '', at = ''] = what.packed.split('.');
      return fromPacked(studies, packed, at);
    }
    case 'latest': {
      const [latest] = await shelf.all().catch(() => []);
      return latest === undefined ? fresh(rules, 'ordo', null, [], []) : fromKept(studies, latest.id, latest.value);
    }
  }
}

async function openGame(studies: Studies, id: string, search: string): Promise<Opened | { error: string }> {
  const kept = (await shelf.all().catch(() => [])).find(({ value }) => value.game === id);
  const ply = new URLSearchParams(search).get('ply');
  const opened = kept === undefined ? null : fromKept(studies, kept.id, kept.value);
  const record = opened === null || 'error' in opened ? studies.read(await api.record(id)) : null;
  if (record !== null && 'error' in record) return record;
  const study = record === null ? null : record.value;
  const base: Opened | null = study !== null ? { study, path: lineEnd(study.root, rootPath), kept: null, game: id } : opened !== null && 'study' in opened ? opened : null;
  if (base === null) return { error: id };
  const turns = turnsOf(lineEnd(base.study.root, rootPath));
  return ply === null || !/^\d{1,4}$/.test(ply) ? base : { ...base, path: pathOf(turns.slice(0, Number(ply))) };
}
