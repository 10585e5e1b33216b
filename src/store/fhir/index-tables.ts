import type { KeyMode } from '../../core/key-mode.js';
import { keyText } from '../../core/key-text.js';
import type { Database } from '../open.js';
import type { IndexRows, RowKind } from './rows.js';
import type { Terms } from './terms.js';

export const TABLES: Readonly<Record<RowKind, string>> = {
  tokens: 'fhir_token',
  strings: 'fhir_string',
  references: 'fhir_reference',
  dates: 'fhir_date',
  numbers: 'fhir_number',
};

export interface IndexTables {
  /** Replaces the index rows of a resource. */
  set(pk: number, mode: KeyMode, rows: IndexRows): void;
  clear(pk: number): void;
}

/**
 * The index rows of resources. Values that occur twice in a resource are one row; a long one is stored
 * as `keyText` returns it.
 */
export function createIndexTables(database: Database, terms: Terms): IndexTables {
  const insert = (table: string, columns: string) => {
    const places = columns.replace(/\w+/g, '?');
    return database.prepare(`INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${places})`);
  };
  const token = insert(TABLES.tokens, 'key, code, system, pk');
  const string = insert(TABLES.strings, 'key, folded, pk, value');
  const reference = insert(TABLES.references, 'key, target, type, pk');
  const date = insert(TABLES.dates, 'key, low, high, pk');
  const number = insert(TABLES.numbers, 'key, unit, low, high, pk');
  const deletions = Object.values(TABLES).map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE pk = ?`),
  );

  function clear(pk: number): void {
    for (const deletion of deletions) deletion.run(pk);
  }

  function set(pk: number, mode: KeyMode, rows: IndexRows): void {
    const key = (parameter: string) => terms.intern('parameter', `${mode}/${parameter}`);
    for (const { parameter, system, code } of rows.tokens) {
      token.run(key(parameter), keyText(code), terms.intern('system', system), pk);
    }
    for (const { parameter, folded, value } of rows.strings) {
      string.run(key(parameter), folded, pk, keyText(value));
    }
    for (const { parameter, type, target } of rows.references) {
      reference.run(key(parameter), keyText(target), terms.intern('type', type), pk);
    }
    for (const { parameter, low, high } of rows.dates) date.run(key(parameter), low, high, pk);
    for (const { parameter, unit, low, high } of rows.numbers) {
      number.run(key(parameter), terms.intern('unit', unit), low, high, pk);
    }
  }

  return { set, clear };
}
