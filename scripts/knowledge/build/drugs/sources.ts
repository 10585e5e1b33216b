import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { byText } from '../../../../src/core/by-text.js';
import type { Issue } from '../../../../src/core/errors.js';
import { joinTable } from '../../../../src/core/join-tables.js';
import { TABLES, type Tables } from '../../../../src/medications/knowledge/tables.js';
import type { Fault } from '../kind.js';

/** One file of drug knowledge: a JSON array or object with one entry a line. */
export interface DrugSource {
  /** `pairs/heart.json` */
  readonly file: string;
  /** Its folder, or itself where it lies in none: `pairs`. */
  readonly table: string;
  readonly text: string;
  readonly content: unknown;
}

const tableOf = (file: string): string =>
  (file.split('/')[0] ?? '').replace(/\.json$/, '').replaceAll('-', '_');

/** Where the text of a file is no JSON, by the position that the parser names. */
function lineOfError(text: string, message: string): number {
  const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  return text.slice(0, at).split('\n').length;
}

/** Every file below the folder, in order of their names; what cannot be read is a fault. */
export function readDrugSources(folder: string): { sources: DrugSource[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(byText);
  const sources = files.flatMap((file): DrugSource[] => {
    const text = readFileSync(join(folder, file), 'utf8');
    const table = tableOf(file);
    if (!Object.hasOwn(TABLES, table)) {
      faults.push({ at: file, fault: `${table} is no table of drug knowledge` });
      return [];
    }
    try {
      return [{ file, table, text, content: JSON.parse(text) as unknown }];
    } catch (error) {
      const { message } = error as Error;
      faults.push({ at: `${file}:${lineOfError(text, message)}`, fault: message });
      return [];
    }
  });
  return { sources, faults };
}

/** `file:line` of an entry by its number, its id or its key; the file alone where it stands on no line of its own. */
function placeOf({ file, text, content }: DrugSource, entry: string): string {
  const lines = text.trimEnd().split('\n');
  const entries = Object.keys(content as object);
  if (Array.isArray(content) && /^\d+$/.test(entry)) {
    return lines.length === entries.length + 2 ? `${file}:${Number(entry) + 2}` : file;
  }
  const quoted = JSON.stringify(entry);
  const at = lines.findIndex(
    (line) => line.startsWith(`${quoted}:`) || line.includes(`"id": ${quoted}`),
  );
  return at === -1 ? '' : `${file}:${at + 1}`;
}

/** Says of an issue `pairs/heart.json: 12.severity`, or `pairs.heart.acei.aliskiren`, where its author finds it. */
function toFault(sources: readonly DrugSource[], { field, issue }: Issue): Fault {
  const [, file, path] = /^(\S+\.json): (.*)$/.exec(field) ?? [];
  const source = sources.find((one) => one.file === file);
  if (source !== undefined && path !== undefined) {
    const [entry = ''] = path.split('.', 1);
    const rest = path.slice(entry.length + 1);
    const at = placeOf(source, path) || placeOf(source, entry) || source.file;
    return { at, fault: `${at === source.file ? path : rest} ${issue}`.trim() };
  }
  const [table = ''] = field.split('.', 1);
  const entry = field.slice(table.length + 1);
  const own = sources.filter((one) => one.table === table);
  const at = own.map((one) => placeOf(one, entry)).find((place) => place !== '');
  return { at: at ?? own[0]?.file ?? table, fault: `${entry}: ${issue}` };
}

export const toFaults = (sources: readonly DrugSource[], issues: readonly Issue[]): Fault[] =>
  issues.map((issue) => toFault(sources, issue));

/** All tables, each held against its schema; nothing where there is a fault. */
export function joinSources(sources: readonly DrugSource[]): {
  tables?: Tables;
  issues: readonly Issue[];
} {
  const issues: Issue[] = [];
  const tables = Object.entries(TABLES).map(([name, schema]) => {
    const parts = sources
      .filter(({ table }) => table === name)
      .map(({ file, content }) => ({ from: file, content }));
    if (parts.length === 0) issues.push({ field: name, issue: 'has no file' });
    return [name, joinTable(schema, parts, issues)];
  });
  return issues.length > 0 ? { issues } : { issues, tables: Object.fromEntries(tables) as Tables };
}
