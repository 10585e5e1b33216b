import { type Issue, messageOf } from '../core/errors.js';
import { joinTable, type TablePart } from '../core/join-tables.js';
import type { Output, Schema } from '../core/schema.js';
import type { KnowledgePackage, KnowledgeStatus } from './knowledge.js';
import type { PackageListing } from './listing.js';
import type { KnowledgeManifest } from './schema.js';

/** Tables by name, each with the schema of the whole table. */
export type TableSchemas = Readonly<Record<string, Schema>>;
export type TablesOf<S extends TableSchemas> = { readonly [K in keyof S]: Output<S[K]> };

const MOST_FAULTS_TOLD = 5;

/**
 * All tables of a package, of which each must be there.
 *
 * @param checked they were held against their schemas when the package was made
 * @throws RangeError that names the faults
 */
export function readTables<S extends TableSchemas>(
  found: KnowledgePackage,
  schemas: S,
  checked: boolean,
): TablesOf<S> {
  const issues: Issue[] = [];
  const strange = [...found.tables.keys()].filter((name) => !Object.hasOwn(schemas, name));
  for (const name of strange) issues.push({ field: `tables.${name}`, issue: 'is not known' });
  const tables = Object.entries(schemas).map(([name, schema]) => {
    const parts = (found.tables.get(name) ?? []).map(
      ({ file, content }): TablePart => ({ from: file, content, checked }),
    );
    if (parts.length === 0) issues.push({ field: `tables.${name}`, issue: 'is missing' });
    return [name, joinTable(schema, parts, issues)] as const;
  });
  if (issues.length > 0) {
    const told = issues.slice(0, MOST_FAULTS_TOLD).map(({ field, issue }) => `${field} ${issue}`);
    throw new RangeError(told.join('; '));
  }
  return Object.fromEntries(tables) as TablesOf<S>;
}

/** The package that answers, and what was made of its tables. */
export interface Open<T> {
  readonly id: string;
  readonly version: string;
  readonly made: T;
}

/** Packages of one kind and what could be made of them. */
export interface OpenedPackages<T> {
  readonly statuses: readonly KnowledgeStatus[];
  /** Nothing where no package can be used. */
  readonly open?: Open<T>;
}

/**
 * Opens what is installed of one kind; of several packages the first by name that is sound answers.
 *
 * @param make throws where the package cannot be used
 */
export function openFirst<T>(
  found: readonly PackageListing<KnowledgePackage>[],
  kind: KnowledgeManifest['kind'],
  make: (found: KnowledgePackage) => T,
): OpenedPackages<T> {
  const statuses: KnowledgeStatus[] = [];
  let open: Open<T> | undefined;
  for (const entry of found) {
    if (entry.status !== 'verified' || entry.package.manifest.kind !== kind) continue;
    const { manifest, seal } = entry.package;
    const { id, version } = manifest;
    try {
      if (open !== undefined) throw new RangeError(`${open.id} answers already.`);
      open = { id, version, made: make(entry.package) };
      statuses.push({ state: 'ready', id, manifest, seal });
    } catch (error) {
      statuses.push({ state: 'unavailable', id, reason: messageOf(error) });
    }
  }
  return { statuses, ...(open && { open }) };
}
