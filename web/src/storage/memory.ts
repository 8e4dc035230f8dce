// Rows kept until the page is left, where a browser keeps nothing (private windows, storage that is full or forbidden).
import type { Keeper, Row } from './collection.ts';

export function memoryKeeper(): Keeper {
  const rows = new Map<string, Row>();
  const key = (collection: string, id: string): string => `${collection}/${id}`;
  return {
    lasting: false,
    all(collection) {
      const found = [...rows.values()].filter((row) => row.collection === collection);
      return Promise.resolve(found.sort((a, b) => b.changed - a.changed || (a.id < b.id ? 1 : -1)));
    },
    get: (collection, id) => Promise.resolve(rows.get(key(collection, id)) ?? null),
    put(row) {
      rows.set(key(row.collection, row.id), row);
      return Promise.resolve();
    },
    remove(collection, id) {
      rows.delete(key(collection, id));
      return Promise.resolve();
    },
  };
}
