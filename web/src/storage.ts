// Values that this browser keeps between visits. Where it keeps nothing (private windows, a full disk) the app goes on.

export interface Stored<T> {
  read(): T;
  write(value: T): void;
  clear(): void;
  /** Hears of changes made in other tabs. Returns what ends that. */
  onchange(hear: (value: T) => void): () => void;
}

/** `decode` makes the best of whatever is found, also of nothing (`undefined`). */
export function stored<T>(name: string, decode: (value: unknown) => T): Stored<T> {
  const key = `ordo.${name}`;
  const parse = (text: string | null | undefined): T => {
    try {
      return decode(text === null || text === undefined ? undefined : JSON.parse(text));
    } catch {
      return decode(undefined);
    }
  };
  return {
    read() {
      try {
        return parse(globalThis.localStorage?.getItem(key));
      } catch {
        return decode(undefined);
      }
    },
    write(value) {
      try {
        globalThis.localStorage?.setItem(key, JSON.stringify(value));
      } catch {
        // Nothing is kept, and nothing else is lost.
      }
    },
    clear() {
      try {
        globalThis.localStorage?.removeItem(key);
      } catch {
        // As above.
      }
    },
    onchange(hear) {
      const listener = (event: StorageEvent): void => {
        if (event.key === key || event.key === null) hear(parse(event.newValue));
      };
      globalThis.addEventListener?.('storage', listener as EventListener);
      return () => globalThis.removeEventListener?.('storage', listener as EventListener);
    },
  };
}
