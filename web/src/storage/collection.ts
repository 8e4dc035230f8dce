// Things of one kind that this browser keeps by the thousand: games, analyses. In IndexedDB; where there is none, until the page is left.
import { memoryKeeper } from './memory.ts';
import { openKeeper } from './indexed.ts';

/** One thing as it lies in the database; what it is, only its collection knows. */
export interface Row {
  readonly collection: string;
  readonly id: string;
  /** When it was last put, in milliseconds since 1970. */
  readonly changed: number;
  readonly value: unknown;
}

/** Where rows lie. */
export interface Keeper {
  /** False where everything is gone with the page. */
  readonly lasting: boolean;
  /** The newest first. */
  all(collection: string): Promise<readonly Row[]>;
  get(collection: string, id: string): Promise<Row | null>;
  put(row: Row): Promise<void>;
  remove(collection: string, id: string): Promise<void>;
}

export interface Kept<T> {
  readonly id: string;
  readonly changed: number;
  readonly value: T;
}

export interface Collection<T> {
  /** The last changed first. What `decode` does not know is left out. */
  all(): Promise<readonly Kept<T>[]>;
  get(id: string): Promise<T | null>;
  /** Adds it, or puts it in the place of what has this id. Plain data only. */
  put(id: string, value: T, changed?: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** False where the browser keeps nothing: what is put is gone with the page, which a page may say. */
  lasting(): Promise<boolean>;
  /** Hears of changes, made here or in another tab. Returns what ends that. */
  onchange(hear: () => void): () => void;
}

/** An id for something new; ids that begin alike sort by when they were made. */
export function newId(now = Date.now()): string {
  const chance = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${now.toString(36).padStart(9, '0')}-${chance.toString(36).padStart(7, '0')}`;
}

let keeper: Promise<Keeper> | null = null;
const theKeeper = (): Promise<Keeper> => (keeper ??= openKeeper().catch(() => memoryKeeper()));

const hearers = new Map<string, Set<() => void>>();
/** Tells the other tabs; the message is the name of the collection. */
let channel: BroadcastChannel | null = null;

function listen(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel === 'function' && 'window' in globalThis) {
    channel = new BroadcastChannel('ordo.kept');
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') tell(data);
    };
  }
  return channel;
}
function tell(name: string): void {
  for (const hear of hearers.get(name) ?? []) hear();
}
function changed(name: string): void {
  tell(name);
  listen()?.postMessage(name);
}

/** `decode` makes a value of what was stored, by whatever version of the app; null if it is nothing of ours. */
export function collection<T>(name: string, decode: (value: unknown) => T | null): Collection<T> {
  const read = (row: Row | null): T | null => {
    try {
      return row === null ? null : decode(row.value);
    } catch {
      return null;
    }
  };
  return {
    async all() {
      const rows = await (await theKeeper()).all(name);
      return rows.flatMap((row) => {
        const value = read(row);
        return value === null ? [] : [{ id: row.id, changed: row.changed, value }];
      });
    },
    async get(id) {
      return read(await (await theKeeper()).get(name, id));
    },
    async put(id, value, when = Date.now()) {
      // A copy without the proxies of a state, which cannot be stored.
      const plain: unknown = JSON.parse(JSON.stringify(value));
      await (await theKeeper()).put({ collection: name, id, changed: when, value: plain });
      changed(name);
    },
    async remove(id) {
      await (await theKeeper()).remove(name, id);
      changed(name);
    },
    async lasting() {
      return (await theKeeper()).lasting;
    },
    onchange(hear) {
      listen();
      const all = hearers.get(name) ?? new Set();
      hearers.set(name, all.add(hear));
      return () => all.delete(hear);
    },
  };
}
