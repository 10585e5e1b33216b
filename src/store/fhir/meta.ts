import type { Database } from '../open.js';

/** Settings of the store as a whole, by name. */
export interface Meta {
  get(name: string): string | undefined;
  /** Becomes part of the open transaction. */
  set(name: string, value: string): void;
}

export function createMeta(database: Database): Meta {
  const select = database
    .prepare<[string], string>('SELECT value FROM fhir_meta WHERE name = ?')
    .pluck();
  const replace = database.prepare(
    `INSERT INTO fhir_meta (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
  return {
    get: (name) => select.get(name),
    set: (name, value) => void replace.run(name, value),
  };
}
