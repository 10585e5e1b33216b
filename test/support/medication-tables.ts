import { join } from 'node:path';
import type { Issue } from '../../src/core/errors.js';
import { readTables, type Tables } from '../../src/medications/knowledge/tables.js';
import { listKnowledge } from '../../src/packages/knowledge.js';

const SHIPPED = join(import.meta.dirname, '..', '..', 'models');

/** The tables of the shipped package, held against their schemas. */
export async function shippedTables(): Promise<Tables> {
  const listed = await listKnowledge(SHIPPED);
  const found = listed.find(({ id }) => id === 'medication-knowledge');
  if (found?.status !== 'verified') throw new Error(found?.reason ?? 'there is no package');
  const parts = new Map(
    [...found.package.tables].map(([name, all]) => [
      name,
      all.map(({ file, content }) => ({ from: file, content })),
    ]),
  );
  const issues: Issue[] = [];
  const tables = readTables(parts, issues);
  if (tables === undefined) throw new Error(JSON.stringify(issues.slice(0, 10), null, 1));
  return tables;
}
