/**
 * How well values, doses and complaints of the kept part are read:
 * `npx tsx scripts/language/grid/measure-values.ts [--models DIR]`. Figures alone are printed, never a
 * text: no rule may be tuned on it. Names are compared as the reader reads them alone, so that
 * synonyms count as one.
 */
import { parseArgs } from 'node:util';
import type { ClinicalLanguage } from '../../../src/language/create-clinical-language.js';
import type { Entity } from '../../../src/language/entity.js';
import { openLanguage } from '../open-language.js';
import { KEPT_COMPLAINTS } from './kept/complaints.js';
import { KEPT_VALUES, type Measure, type Medicine } from './kept/values.js';

const { values } = parseArgs({ options: { models: { type: 'string', default: 'models' } } });
const language = await openLanguage(values.models);

/** What a name is called by the reader, in small letters. */
function conceptOf(reader: ClinicalLanguage, name: string, value: string): string {
  const known =
    reader.read(name).entities[0]?.normalized?.name ??
    reader.read(`${name} ${value}`).entities[0]?.normalized?.name;
  return (known ?? name).toLowerCase();
}

const nameOf = ({ text, normalized }: Entity) => (normalized?.name ?? text).toLowerCase();
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/micrograms?|µg/g, 'mcg')
    .replace(/\s+/g, '');

class Tally {
  expected = 0;
  read = 0;
  right = 0;
  wronglyRead = 0;

  line(what: string): string {
    const share = (n: number, all: number) => (all === 0 ? '-' : ((100 * n) / all).toFixed(1));
    const { expected, read, right, wronglyRead } = this;
    return `${what}\texpected ${expected}\tright ${right} (${share(right, expected)} %)\tof ${read} read ${share(right, read)} % right\tread where empty ${wronglyRead}`;
  }
}

const measures = new Tally();
const doses = new Tally();

function scoreMeasure(entities: readonly Entity[], { name, value }: Measure): void {
  const concept = conceptOf(language, name, '5');
  const found = entities.find(
    (one) => nameOf(one) === concept && one.normalized?.value !== undefined,
  );
  // Ranges and limits are texts: the reader leaves them empty or tells a comparator.
  if (value === null || (typeof value === 'string' && !/^\d+\/\d+$/.test(value))) {
    if (value === null && found !== undefined) measures.wronglyRead += 1;
    return;
  }
  measures.expected += 1;
  if (found === undefined) return;
  measures.read += 1;
  if (found.normalized?.value === value) measures.right += 1;
}

function scoreDose(entities: readonly Entity[], { name, dose }: Medicine): void {
  const concept = conceptOf(language, name, '5 mg');
  const found = entities.find((one) => one.type === 'medication' && nameOf(one) === concept);
  const said = found?.normalized?.dose;
  if (dose === null) {
    if (said !== undefined) doses.wronglyRead += 1;
    return;
  }
  doses.expected += 1;
  if (said === undefined) return;
  doses.read += 1;
  if (bare(said) === bare(dose)) doses.right += 1;
}

for (const { text, expect } of KEPT_VALUES) {
  const { entities } = language.read(text);
  for (const one of expect) {
    if (one.kind === 'measure') scoreMeasure(entities, one);
    else scoreDose(entities, one);
  }
}

let understood = 0;
let whole = 0;
for (const { text, expect } of KEPT_COMPLAINTS) {
  const named = new Set(language.read(text).entities.map(nameOf));
  if (named.size > 0) understood += 1;
  if (expect.every((name) => named.has(conceptOf(language, name, '')))) whole += 1;
}
console.log(measures.line('values'));
console.log(doses.line('doses'));
console.log(
  `complaints\tn ${KEPT_COMPLAINTS.length}\tnaming anything ${understood}\tall that they name ${whole}`,
);
