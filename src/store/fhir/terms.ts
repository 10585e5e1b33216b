import { keyText } from '../../core/key-text.js';
import type { Database } from '../open.js';

export type TermKind = 'space' | 'parameter' | 'system' | 'unit' | 'type';

/** Texts that recur in millions of rows, each stored once as `keyText` forms it, and referred to by number. */
export interface Terms {
  /** Undefined: no row has it. */
  find(kind: TermKind, text: string): number | undefined;
  /** Creates it where it is missing; only inside a transaction. */
  intern(kind: TermKind, text: string): number;
  /** To be called when a transaction or a part of it was rolled back: what it interned is gone. */
  forget(): void;
}

/** Clients choose systems and units freely, so the cache needs a limit. */
const MAX_REMEMBERED = 20_000;

export function createTerms(database: Database): Terms {
  const select = database
    .prepare<[string, string], number>('SELECT id FROM fhir_term WHERE kind = ? AND text = ?')
    .pluck();
  const insert = database.prepare('INSERT INTO fhir_term (kind, text) VALUES (?, ?)');
  const known: Record<TermKind, Map<string, number>> = {
    space: new Map(),
    parameter: new Map(),
    system: new Map(),
    unit: new Map(),
    type: new Map(),
  };

  function remember(kind: TermKind, text: string, id: number): number {
    if (known[kind].size >= MAX_REMEMBERED) known[kind].clear();
    known[kind].set(text, id);
    return id;
  }

  function find(kind: TermKind, written: string): number | undefined {
    const text = keyText(written);
    const remembered = known[kind].get(text);
    if (remembered !== undefined) return remembered;
    // A missing term is not cached: another process may add it.
    const id = select.get(kind, text);
    return id === undefined ? undefined : remember(kind, text, id);
  }

  return {
    find,
    intern(kind, written) {
      const found = find(kind, written);
      if (found !== undefined) return found;
      const text = keyText(written);
      return remember(kind, text, Number(insert.run(kind, text).lastInsertRowid));
    },
    forget() {
      for (const map of Object.values(known)) map.clear();
    },
  };
}
