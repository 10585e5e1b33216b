import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST } from '../../../src/model-packages/folder.js';
import { knowledgeManifestSchema } from '../../../src/model-packages/schema.js';

/** Entries that are not as they were, by the names that they go by. */
export interface Changes {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export interface TableChanges extends Changes {
  readonly table: string;
}

type Entries = ReadonlyMap<string, string>;

const NAMES = ['id', 'name', 'short', 'ingredient', 'variable', 'salt', 'abbr', 'kind'];

/** What an entry goes by: several may share it. */
function nameOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const named = Object.entries(entry).find(([key]) => NAMES.includes(key));
  if (named !== undefined) return String(named[1]);
  return String(Object.values(entry)[0]);
}

/** Entries of a table as text, by name; those that share one are told apart by their number. */
function entriesOf(contents: readonly unknown[]): Entries {
  const entries = new Map<string, string>();
  const put = (name: string, entry: unknown) => {
    let own = name;
    for (let n = 2; entries.has(own); n++) own = `${name} (${n})`;
    entries.set(own, JSON.stringify(entry));
  };
  for (const content of contents) {
    if (Array.isArray(content)) for (const entry of content) put(nameOf(entry), entry);
    else for (const [key, entry] of Object.entries(content as object)) put(key, entry);
  }
  return entries;
}

/** The entries of every table of a package of knowledge. */
export function readEntries(folder: string): ReadonlyMap<string, Entries> {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { tables } = knowledgeManifestSchema.parse(read(MANIFEST));
  return new Map(Object.entries(tables).map(([name, files]) => [name, entriesOf(files.map(read))]));
}

/** What of the second is not in the first, or is there otherwise. */
export const changedEntries = (before: Entries, after: Entries): Changes => ({
  added: [...after.keys()].filter((name) => !before.has(name)),
  removed: [...before.keys()].filter((name) => !after.has(name)),
  changed: [...after].flatMap(([name, text]) => {
    const was = before.get(name);
    return was === undefined || was === text ? [] : [name];
  }),
});

const count = ({ added, removed, changed }: Changes) =>
  added.length + removed.length + changed.length;

/** The same of each table; tables without a change are left out. */
export function compareEntries(
  before: ReadonlyMap<string, Entries>,
  after: ReadonlyMap<string, Entries>,
): TableChanges[] {
  const none: Entries = new Map();
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((table) => ({
      table,
      ...changedEntries(before.get(table) ?? none, after.get(table) ?? none),
    }))
    .filter((changes) => count(changes) > 0);
}

const MAX_NAMES = 12;

/** `+2 added: a, b` */
function listOf(sign: string, what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return [`${sign}${names.length} ${what}: ${names.slice(0, MAX_NAMES).join(', ')}${more}`];
}

/** A line for what was added, removed and changed; one that says so where nothing was. */
export function formatChanges(changes: Changes): string[] {
  if (count(changes) === 0) return ['every entry is as it was'];
  return [
    ...listOf('+', 'added', changes.added),
    ...listOf('-', 'removed', changes.removed),
    ...listOf('~', 'changed', changes.changed),
  ];
}
