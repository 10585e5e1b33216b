/**
 * How well the assertion of names in made sentences is read:
 * `npx tsx scripts/language/grid/measure.ts --part dev|kept [--errors] [--family F] [--models DIR]`.
 * Of the kept part figures alone are printed, never a sentence: no rule may be tuned on it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openLanguage } from '../open-language.js';
import { formatFailures, formatTallies, readMention, Tally } from './agreement.js';
import { generate } from './generate.js';
import type { Template } from './template.js';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'dev' },
    errors: { type: 'boolean', default: false },
    family: { type: 'string' },
    models: { type: 'string', default: 'models' },
  },
});
if (values.part !== 'dev' && values.part !== 'kept') throw new RangeError('--part dev|kept');

/** All lists of templates that the files of a folder export. */
async function templatesIn(part: string): Promise<readonly Template[]> {
  const folder = join(import.meta.dirname, part);
  const all = new Set<Template>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.ts')) continue;
    const exported: Record<string, unknown> = await import(join(folder, file));
    for (const list of Object.values(exported).filter(Array.isArray)) {
      for (const one of list as Template[]) if ('truth' in one && 'text' in one) all.add(one);
    }
  }
  return [...all].filter(({ family }) => values.family === undefined || family === values.family);
}

const language = await openLanguage(values.models);
const tally = new Tally();
const templates = await templatesIn(values.part);
for (const sentence of generate(templates)) {
  const { entities } = language.read(sentence.text);
  for (const mention of sentence.mentions) {
    tally.add(sentence, mention, readMention(entities, mention));
  }
}
console.log(
  `${values.part}: ${templates.length} templates, ${tally.items} names in ${tally.texts} texts`,
);
for (const line of formatTallies(tally)) console.log(line);
if (values.errors && values.part !== 'kept') {
  for (const line of formatFailures(tally)) console.log(line);
}
