import { join } from 'node:path';
import { readMention } from '../../../language/grid/agreement.js';
import { generate } from '../../../language/grid/generate.js';
import { PARTS, templatesIn } from '../../../language/grid/parts.js';
import { allows } from '../../../language/grid/template.js';
import { openLanguage } from '../../../language/open-language.js';
import type { Answers, KnowledgeKind } from '../kind.js';
import { faultsOf, readRows } from './read-tables.js';
import { readTermLists } from './term-lists.js';

export const TERMS = join(import.meta.dirname, '..', '..', 'language');

const fileOf = (table: string): string => `${table.replaceAll('_', '-')}.json`;

/**
 * How the names in sentences with known truth are read: as they are written, without the variants that
 * measuring makes of each.
 */
async function answers(models: string): Promise<Answers> {
  const language = await openLanguage(models);
  const cases = new Map<string, string>();
  const figures = new Map<string, string>();
  for (const part of PARTS) {
    let names = 0;
    let wrong = 0;
    for (const { text, variant, mentions } of generate(await templatesIn(part))) {
      if (variant !== 'written') continue;
      const { entities } = language.read(text);
      const read = mentions.map((mention) => {
        const found = readMention(entities, mention);
        names += 1;
        if (found === undefined || !allows(mention.truth, found.assertion)) wrong += 1;
        return `${mention.name} ${found?.assertion ?? 'not found'}`;
      });
      // Nothing may be chosen on the part that is kept: of it the figures alone are shown.
      if (part !== 'kept') cases.set(text, read.join(', '));
    }
    figures.set(`scripts/language/grid/${part}`, `${wrong} of ${names} names read wrongly`);
  }
  return { cases, figures };
}

/** Clinical language: names, abbreviations, and the words that say how a text speaks of them. */
export const LANGUAGE: KnowledgeKind = {
  name: 'language',
  packageId: 'clinical-language',
  build() {
    const rows = readRows(readTermLists(TERMS));
    const tables = Object.entries(rows);
    return {
      files: new Map(
        tables.map(([name, list]) => [
          fileOf(name),
          `[\n${list.map(({ entry }) => JSON.stringify(entry)).join(',\n')}\n]\n`,
        ]),
      ),
      tables: Object.fromEntries(tables.map(([name]) => [name, [fileOf(name)]])),
      faults: faultsOf(rows),
    };
  },
  answers,
};
