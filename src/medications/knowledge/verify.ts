import { byText } from '../../core/by-text.js';
import type { Issue } from '../../core/errors.js';
import type { KnowledgePackage } from '../../model-packages/knowledge.js';
import { goldenFaults } from './golden.js';
import { MedicationKnowledge } from './knowledge.js';
import { danglingReferences } from './references.js';
import { partsOf, readTables, strangeTables, type TableFiles } from './tables.js';

/** The same text for the same content, independent of the order of fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => byText(a, b)))
      : part,
  );
}

/** Tables are used as stored: their content must be normalised already. */
function untidy(parts: TableFiles, tables: Readonly<Record<string, unknown>>): Issue[] {
  return Object.entries(tables).flatMap(([name, table]) => {
    const [only, ...more] = parts.get(name) ?? [];
    if (only === undefined || more.length > 0) return [];
    return canonical(only.content) === canonical(table)
      ? []
      : [{ field: `tables.${name}`, issue: 'has spaces around its words, or the like' }];
  });
}

/**
 * Returns all faults of a common package: the shape of every entry, undefined references, golden
 * cases with another result. Run when a package is built; at a start its hashes prove that it is
 * unchanged.
 */
export function verifyKnowledge(made: KnowledgePackage): Issue[] {
  const parts = partsOf(made, false);
  const issues = strangeTables(parts);
  const tables = readTables(parts, issues);
  if (tables === undefined) return issues;
  const found = [...untidy(parts, tables), ...danglingReferences(tables)];
  if (found.length > 0) return found;
  return goldenFaults(tables.golden, new MedicationKnowledge(made.manifest, tables).interactions);
}
