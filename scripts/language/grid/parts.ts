import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from './template.js';

/**
 * Rules may be written with a look at the parts that begin with `dev`, each of another author; `kept`, of an author
 * whose sentences were never looked at, is for measuring alone.
 */
export const PARTS = [
  'dev',
  'dev2',
  'dev3',
  'dev4',
  'dev5',
  'dev6',
  'dev7',
  'dev8',
  'dev9',
  'dev10',
  'dev11',
  'dev12',
  'dev13',
  'dev14',
  'dev15',
  'dev16',
  'dev17',
  'dev18',
  'dev19',
  'dev20',
  'dev21',
  'kept',
] as const;
export type Part = (typeof PARTS)[number];

const isTemplate = (one: unknown): one is Template =>
  typeof one === 'object' && one !== null && 'text' in one && 'truth' in one && 'family' in one;

const plain = ({ text }: Template) =>
  text
    .toLowerCase()
    .replace(/[^a-z{}]+/g, ' ')
    .trim();

/** The templates of a part; of the kept parts without those that also occur in another part. */
export async function templatesIn(part: Part): Promise<readonly Template[]> {
  const own = await readPart(part);
  if (part !== 'kept') return own;
  const others = await Promise.all(PARTS.filter((one) => one !== part).map(readPart));
  const seen = new Set(others.flat().map(plain));
  return own.filter((one) => !seen.has(plain(one)));
}

/** The templates in all lists that the files of a part export. */
async function readPart(part: Part): Promise<readonly Template[]> {
  const all = new Set<Template>();
  for (const exported of await filesOf(part)) {
    for (const list of Object.values(exported)) {
      if (!Array.isArray(list)) continue;
      for (const one of list) if (isTemplate(one)) all.add(one);
    }
  }
  return [...all];
}

/** The lines of text of a part by the name of their list; none where no file exports such a list. */
export async function linesOf(part: Part): Promise<(list: string) => readonly string[]> {
  const files = await filesOf(part);
  return (list) =>
    files.flatMap((exported) => {
      const lines = exported[list];
      return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
    });
}

async function filesOf(part: Part): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> {
  const folder = join(import.meta.dirname, part);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return await Promise.all(files.sort().map((file) => import(join(folder, file))));
}
