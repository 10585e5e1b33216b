import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from './template.js';

/**
 * Rules may be written with a look at the parts `dev` to `dev5`, each of another author; `kept`, of a sixth, is for
 * measuring alone.
 */
export const PARTS = ['dev', 'dev2', 'dev3', 'dev4', 'dev5', 'kept'] as const;
export type Part = (typeof PARTS)[number];

const isTemplate = (one: unknown): one is Template =>
  typeof one === 'object' && one !== null && 'text' in one && 'truth' in one && 'family' in one;

const plain = ({ text }: Template) =>
  text
    .toLowerCase()
    .replace(/[^a-z{}]+/g, ' ')
    .trim();

/** The templates of a part; of the kept ones none that stands in another part too. */
export async function templatesIn(part: Part): Promise<readonly Template[]> {
  const own = await readPart(part);
  if (part !== 'kept') return own;
  const others = await Promise.all(PARTS.filter((one) => one !== part).map(readPart));
  const seen = new Set(others.flat().map(plain));
  return own.filter((one) => !seen.has(plain(one)));
}

/** The templates in all lists that the files of a part export. */
async function readPart(part: Part): Promise<readonly Template[]> {
  const folder = join(import.meta.dirname, part);
  const all = new Set<Template>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.ts')) continue;
    const exported: Readonly<Record<string, unknown>> = await import(join(folder, file));
    for (const list of Object.values(exported)) {
      if (!Array.isArray(list)) continue;
      for (const one of list) if (isTemplate(one)) all.add(one);
    }
  }
  return [...all];
}
