import { type Issue, messageOf } from '../core/errors.js';
import { joinTable, type TablePart } from '../core/join-tables.js';
import type { Output, Schema } from '../core/schema.js';
import type { KnowledgePackage, KnowledgeStatus } from './knowledge.js';
import type { PackageListing } from './listing.js';
import type { KnowledgeManifest } from './schema.js';

/** Tables by name, each with the schema of the whole table. */
export type TableSchemas = Readonly<Record<string, Schema>>;
export type TablesOf<S extends TableSchemas> = { readonly [K in keyof S]: Output<S[K]> };

const MAX_REPORTED_FAULTS = 5;

/**
 * Returns all tables of a package; each of `schemas` is required.
 *
 * @param checked the tables were validated when the package was built
 * @throws RangeError listing the faults
 */
export function readTables<S extends TableSchemas>(
  opened: KnowledgePackage,
  schemas: S,
  checked: boolean,
): TablesOf<S> {
  const issues: Issue[] = [];
  const strange = [...opened.tables.keys()].filter((name) => !Object.hasOwn(schemas, name));
  for (const name of strange) issues.push({ field: `tables.${name}`, issue: 'is unknown' });
  const tables = Object.entries(schemas).map(([name, schema]) => {
    const parts = (opened.tables.get(name) ?? []).map(
      ({ file, content }): TablePart => ({ from: file, content, checked }),
    );
    if (parts.length === 0) issues.push({ field: `tables.${name}`, issue: 'is missing' });
    return [name, joinTable(schema, parts, issues)] as const;
  });
  if (issues.length > 0) {
    const reported = issues
      .slice(0, MAX_REPORTED_FAULTS)
      .map(({ field, issue }) => `${field} ${issue}`);
    throw new RangeError(reported.join('; '));
  }
  return Object.fromEntries(tables) as TablesOf<S>;
}

/** The package in use, and the object built from its tables. */
export interface Open<T> {
  readonly id: string;
  readonly version: string;
  readonly made: T;
}

/** Packages of one kind, their states and the one in use. */
export interface OpenedPackages<T> {
  readonly statuses: readonly KnowledgeStatus[];
  /** Absent when no package can be used. */
  readonly open?: Open<T>;
}

/**
 * Opens the packages of one kind and uses the first valid one by name.
 *
 * @param make throws where the package cannot be used
 */
export function openFirstPackage<T>(
  listings: readonly PackageListing<KnowledgePackage>[],
  kind: KnowledgeManifest['kind'],
  make: (candidate: KnowledgePackage) => T,
): OpenedPackages<T> {
  const statuses: KnowledgeStatus[] = [];
  let open: Open<T> | undefined;
  for (const entry of listings) {
    if (entry.status !== 'verified' || entry.package.manifest.kind !== kind) continue;
    const { manifest, seal } = entry.package;
    const { id, version } = manifest;
    try {
      if (open !== undefined) throw new RangeError(`The package ${open.id} is already in use.`);
      open = { id, version, made: make(entry.package) };
      statuses.push({ state: 'ready', id, manifest, seal });
    } catch (error) {
      statuses.push({ state: 'unavailable', id, reason: messageOf(error) });
    }
  }
  return { statuses, ...(open && { open }) };
}
