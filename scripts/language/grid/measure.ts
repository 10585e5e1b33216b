/**
 * How well the assertion of names in made sentences is read:
 * `npx tsx scripts/language/grid/measure.ts --part PART [--errors] [--family F] [--models DIR]`.
 * Of the kept part figures alone are printed, never a sentence: no rule may be tuned on it.
 */
import { parseArgs } from 'node:util';
import { openLanguage } from '../open-language.js';
import { formatFailures, formatTallies, readMention, Tally } from './agreement.js';
import { generate } from './generate.js';
import { PARTS, templatesIn } from './parts.js';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'dev' },
    errors: { type: 'boolean', default: false },
    family: { type: 'string' },
    models: { type: 'string', default: 'models' },
  },
});
const part = PARTS.find((one) => one === values.part);
if (part === undefined) throw new RangeError(`--part ${PARTS.join('|')}`);

const language = await openLanguage(values.models);
const tally = new Tally();
const { family } = values;
const templates = (await templatesIn(part)).filter(
  (one) => family === undefined || one.family === family,
);
for (const sentence of generate(templates)) {
  const { entities } = language.read(sentence.text);
  for (const mention of sentence.mentions) {
    tally.add(sentence, mention, readMention(entities, mention));
  }
}
console.log(`${part}: ${templates.length} templates, ${tally.items} names in ${tally.texts} texts`);
for (const line of formatTallies(tally)) console.log(line);
if (values.errors && part !== 'kept') {
  for (const line of formatFailures(tally)) console.log(line);
}
