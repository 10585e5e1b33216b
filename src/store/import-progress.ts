import { createMeta } from './fhir/meta.js';
import type { Database } from './sqlite.js';

/** How far imports of files have come. */
export interface ImportProgressRepository {
  /** JSON; undefined for a file that was never imported. */
  find(importId: string): Promise<string | undefined>;
}

const nameOf = (importId: string) => `import/${importId}`;

export function createImportProgressRepository(database: Database): ImportProgressRepository {
  const meta = createMeta(database);
  return { find: async (importId) => meta.get(nameOf(importId)) };
}

/** Writes the progress of an import, in the open transaction. */
export function createImportProgressWriter(database: Database) {
  const meta = createMeta(database);
  return (importId: string, progress: string): void => meta.set(nameOf(importId), progress);
}
