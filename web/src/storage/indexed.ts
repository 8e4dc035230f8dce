// Rows in IndexedDB: one store for all collections, so that a new kind of thing needs no new version of the database.
import type { Keeper, Row } from './collection.ts';

const kName = 'ordo';
const kVersion = 1;
const kStore = 'kept';
const kByTime = 'changed';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}
/** What is written counts once its transaction is through. */
function through(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
  });
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(kName, kVersion);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(kStore, { keyPath: ['collection', 'id'] });
      store.createIndex(kByTime, ['collection', 'changed', 'id']);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

/** Fails where the browser has no database to give. */
export async function openKeeper(): Promise<Keeper> {
  let database = await opened();
  let lost = false;
  /** A browser may close it at any time (data cleared, a newer app in another tab): it is opened again when next needed. */
  const watch = (): void => {
    database.onversionchange = () => database.close();
    database.onclose = () => (lost = true);
  };
  watch();
  async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    if (lost) {
      database = await opened();
      lost = false;
      watch();
    }
    return database.transaction(kStore, mode).objectStore(kStore);
  }
  const of = (name: string): IDBKeyRange => IDBKeyRange.bound([name], [name, []]);
  return {
    lasting: true,
    async all(name) {
      const rows = (await done((await store('readonly')).index(kByTime).getAll(of(name)))) as Row[];
      return rows.reverse();
    },
    async get(name, id) {
      return ((await done((await store('readonly')).get([name, id]))) as Row | undefined) ?? null;
    },
    async put(row) {
      const rows = await store('readwrite');
      rows.put(row);
      await through(rows.transaction);
    },
    async remove(name, id) {
      const rows = await store('readwrite');
      rows.delete([name, id]);
      await through(rows.transaction);
    },
  };
}
