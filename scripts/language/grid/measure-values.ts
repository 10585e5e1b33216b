/**
 * How well values, doses and complaints are read:
 * `npx tsx scripts/language/grid/measure-values.ts --part dev6|dev7|kept [--errors] [--models DIR]`. Of the
 * kept part figures alone are printed, never a text: no rule may be tuned on it. Names are compared as the reader reads them
 * alone, so that synonyms count as one.
 */
import { parseArgs } from 'node:util';
import type { ClinicalLanguage } from '../../../src/patient-record/language/create-clinical-language.js';
import type { Entity } from '../../../src/patient-record/language/entity.js';
import { openLanguage } from '../open-language.js';
import { complaint } from './complaint.js';
import { linesOf, PARTS } from './parts.js';
import { type Measure, type Medicine, valueText } from './value-text.js';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'dev6' },
    errors: { type: 'boolean', default: false },
    models: { type: 'string', default: 'models' },
  },
});
const part = PARTS.find((one) => one === values.part);
if (part === undefined) throw new RangeError(`--part ${PARTS.join('|')}`);
const lines = await linesOf(part);
const texts = [...lines('MEASURES'), ...lines('CHANGES'), ...lines('MEDICINES')].map(valueText);
const complaints = lines('COMPLAINTS').map(complaint);
const showErrors = values.errors && part !== 'kept';
const language = await openLanguage(values.models);

/** What a name is called by the reader, in small letters. */
function conceptOf(reader: ClinicalLanguage, name: string, value: string): string {
  const known =
    reader.read(name).entities[0]?.normalized?.name ??
    reader.read(`${name} ${value}`).entities[0]?.normalized?.name;
  return (known ?? name).toLowerCase();
}

const nameOf = ({ text, normalized }: Entity) => (normalized?.name ?? text).toLowerCase();
/** The two names of a glucose are one here: of the blood and of its reading at the bedside. */
const isNamed = (one: Entity, concept: string) =>
  nameOf(one).replace('blood glucose reading', 'glucose') === concept;
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/micrograms?|µg/g, 'mcg')
    .replace(/milligrams?/g, 'mg')
    .replace(/(?<=\d)\s?u\b/g, ' units')
    .replace(/\bmls\b/g, 'ml')
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

function showError(text: string, name: string, wanted: unknown, got: unknown): void {
  if (showErrors) console.log(`${text}\t${name}\twanted ${wanted}\tread ${got}`);
}

function scoreMeasure(text: string, entities: readonly Entity[], { name, value }: Measure): void {
  const concept = conceptOf(language, name, '5');
  const found = entities.find(
    (one) => isNamed(one, concept) && one.normalized?.value !== undefined,
  );
  // Ranges and limits are texts: the reader leaves them empty or returns a comparator.
  if (value === null || (typeof value === 'string' && !/^\d+\/\d+$/.test(value))) {
    if (value === null && found !== undefined) {
      measures.wronglyRead += 1;
      showError(text, name, null, found.normalized?.value);
    }
    return;
  }
  measures.expected += 1;
  if (found !== undefined) measures.read += 1;
  if (found?.normalized?.value === value) measures.right += 1;
  else showError(text, name, value, found?.normalized?.value);
}

function scoreDose(text: string, entities: readonly Entity[], { name, dose }: Medicine): void {
  const concept = conceptOf(language, name, '5 mg');
  const found = entities.find((one) => one.type === 'medication' && nameOf(one) === concept);
  const said = found?.normalized?.dose;
  if (dose === null) {
    if (said !== undefined) {
      doses.wronglyRead += 1;
      showError(text, name, null, said);
    }
    return;
  }
  doses.expected += 1;
  if (said !== undefined) doses.read += 1;
  if (said !== undefined && bare(said) === bare(dose)) doses.right += 1;
  else showError(text, name, dose, said);
}

for (const { text, expect } of texts) {
  const { entities } = language.read(text);
  for (const one of expect) {
    if (one.kind === 'measure') scoreMeasure(text, entities, one);
    else scoreDose(text, entities, one);
  }
}

let understood = 0;
let whole = 0;
for (const { text, expect } of complaints) {
  const named = new Set(language.read(text).entities.map(nameOf));
  if (named.size > 0) understood += 1;
  if (expect.every((name) => named.has(conceptOf(language, name, '')))) whole += 1;
  else showError(text, 'complaint', expect.join('; '), [...named].join('; '));
}
console.log(measures.line('values'));
console.log(doses.line('doses'));
console.log(
  `complaints\tn ${complaints.length}\tnaming anything ${understood}\tall that they name ${whole}`,
);
