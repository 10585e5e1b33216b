import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST } from '../../../src/packages/folder.js';
import { knowledgeManifestSchema } from '../../../src/packages/schema.js';

/** Entries of one table that are not as they were, by the names that they go by. */
export interface TableChanges {
  readonly table: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
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
export function compareEntries(
  before: ReadonlyMap<string, Entries>,
  after: ReadonlyMap<string, Entries>,
): TableChanges[] {
  const tables = [...new Set([...before.keys(), ...after.keys()])];
  return tables.flatMap((table) => {
    const old = before.get(table) ?? new Map<string, string>();
    const now = after.get(table) ?? new Map<string, string>();
    const added = [...now.keys()].filter((name) => !old.has(name));
    const removed = [...old.keys()].filter((name) => !now.has(name));
    const changed = [...now].flatMap(([name, text]) => {
      const was = old.get(name);
      return was === undefined || was === text ? [] : [name];
    });
    return added.length + removed.length + changed.length === 0
      ? []
      : [{ table, added, removed, changed }];
  });
}
