import { byText } from '../../core/by-text.js';
import type { Issue } from '../../core/errors.js';
import type { KnowledgePackage } from '../../packages/knowledge.js';
import { goldenFaults } from './golden.js';
import { createKnowledge } from './knowledge.js';
import { danglingReferences } from './references.js';
import { partsOf, readTables, strangeTables, type TableFiles } from './tables.js';

/** The same text for the same content, in whatever order its fields stand. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => byText(a, b)))
      : part,
  );
}

/** Tables are used as they stand in their files: nothing in them may still have to be tidied. */
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
 * Everything that can be wrong with a common package: the shape of every entry, references to what is
 * not there, golden cases that come out otherwise. Done when a package is made; at a start its hashes
 * tell that it is still that one.
 */
export function verifyKnowledge(made: KnowledgePackage): Issue[] {
  const parts = partsOf(made, false);
  const issues = strangeTables(parts);
  const tables = readTables(parts, issues);
  if (tables === undefined) return issues;
  const found = [...untidy(parts, tables), ...danglingReferences(tables)];
  if (found.length > 0) return found;
  return goldenFaults(tables.golden, createKnowledge(made.manifest, tables).interactions);
}
