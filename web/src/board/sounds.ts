// Wood on wood: the board's short sounds, made on the spot from a few decaying tones and a grain of noise.

export type Sound = 'move' | 'line' | 'capture' | 'removal' | 'refusal' | 'end' | 'call';

/** One knock: partials of a small wooden body, a click of noise, when (s) and how loud. */
interface Knock {
  readonly at: number;
  readonly pitch: number;
  readonly decay: number;
  readonly gain: number;
  readonly click: number;
}

const knock = (at: number, pitch: number, gain: number, decay = 0.07, click = 0.5): Knock => ({ at, pitch, gain, decay, click });

const scores: Readonly<Record<Sound, readonly Knock[]>> = {
  move: [knock(0, 410, 0.5)],
  // A line lands almost together, like a row of stones set down with the flat hand.
  line: [knock(0, 390, 0.4), knock(0.018, 440, 0.3), knock(0.037, 370, 0.34, 0.09)],
  capture: [knock(0, 620, 0.5, 0.045, 0.9), knock(0.055, 330, 0.5, 0.1)],
  removal: [knock(0, 520, 0.3, 0.05, 0.8), knock(0.07, 440, 0.28, 0.06), knock(0.15, 350, 0.26, 0.07), knock(0.24, 280, 0.26, 0.1)],
  refusal: [knock(0, 190, 0.45, 0.09, 0.15), knock(0.09, 170, 0.35, 0.09, 0.15)],
  // Somebody at the door.
  call: [knock(0, 520, 0.42, 0.09), knock(0.14, 520, 0.42, 0.12)],
  end: [knock(0, 330, 0.45, 0.2), knock(0.16, 440, 0.4, 0.25), knock(0.32, 550, 0.4, 0.45)],
};

/** Ratios of the lowest modes of a free wooden bar, and how loud each is. */
const modes = [[1, 1], [2.76, 0.35], [5.4, 0.12]] as const;

export interface Sounds {
  on: boolean;
  play(sound: Sound): void;
}

/** Silent where there is no WebAudio. The context is made at the first sound, which follows a gesture as browsers ask. */
export function createSounds(on = true): Sounds {
  let context: AudioContext | null = null;
  let noise: AudioBuffer | null = null;
  return {
    on,
    play(sound) {
      if (!this.on || typeof AudioContext === 'undefined') return;
      // Browsers allow no sound before the first gesture, and complain of the attempt.
      if (context === null && navigator.userActivation?.hasBeenActive === false) return;
      context ??= new AudioContext({ latencyHint: 'interactive' });
      noise ??= grain(context);
      // A tab in the background: no sound rather than a late one.
      if (context.state === 'suspended') void context.resume().catch(() => undefined);
      const start = context.currentTime + 0.005;
      for (const one of scores[sound]) strike(context, noise, one, start);
    },
  };
}

function grain(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.02), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; ++i) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3;
  return buffer;
}

function strike(context: AudioContext, noise: AudioBuffer, one: Knock, start: number): void {
  const volume = 0.35;
  const at = start + one.at;
  for (const [ratio, loud] of modes) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = one.pitch * ratio;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(one.gain * loud * volume, at + 0.002);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + one.decay / Math.sqrt(ratio) + 0.002);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + one.decay + 0.05);
  }
  const click = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  click.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.value = one.pitch * 4;
  filter.Q.value = 0.8;
  gain.gain.value = one.click * one.gain * volume;
  click.connect(filter).connect(gain).connect(context.destination);
  click.start(at);
}
