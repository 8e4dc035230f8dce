// How far the server's clock is from ours, from messages that tell the time.

interface Sample {
  readonly offset: number;
  /** The error is at most half of it. */
  readonly roundTrip: number;
}

const kSamples = 8;

export class ServerClock {
  #samples: Sample[] = [];
  #guess: number | null = null;

  /** Add to our time to get the server's. */
  get offset(): number {
    return this.#best?.offset ?? this.#guess ?? 0;
  }
  /** Milliseconds there and back; null before the first answer. */
  get latency(): number | null {
    return this.#samples.at(-1)?.roundTrip ?? null;
  }

  /** The answer to a question: the server read its clock somewhere in between. */
  heard(sent: number, received: number, server: number): void {
    const sample = { offset: server - (sent + received) / 2, roundTrip: Math.max(0, received - sent) };
    const best = this.#best;
    // Somebody has set one of the clocks: what was known before is of no use.
    if (best !== undefined && Math.abs(sample.offset - best.offset) > (sample.roundTrip + best.roundTrip) / 2 + 1000) this.#samples = [];
    this.#samples = [...this.#samples, sample].slice(-kSamples);
  }

  /** A message that was not asked for is late by an unknown time: good enough until a question is answered. */
  told(received: number, server: number): void {
    this.#guess = server - received;
  }

  get #best(): Sample | undefined {
    return this.#samples.reduce<Sample | undefined>((best, one) => (best === undefined || one.roundTrip < best.roundTrip ? one : best), undefined);
  }
}
