import { describe, expect, it } from 'vitest';
import { correctionsOf } from '../../../../src/differential/evidence/corrections.js';
import {
  type ReadPatient,
  readEvidence,
} from '../../../../src/differential/evidence/read-evidence.js';
import { createFindingTree } from '../../../../src/differential/knowledge/finding-tree.js';
import type { Correction } from '../../../../src/differential/schema.js';
import type { FactValue } from '../../../../src/patient-record/chart/fact.js';
import type { LineKind } from '../../../../src/patient-record/text-line.js';
import { readWords } from '../../../../src/patient-record/written-patient.js';
import { language } from '../../patient-record/language/language.js';
import { chart } from '../toy-patient.js';
import { reader, tree } from './reader.js';

const read = (
  lines: string | readonly (readonly [LineKind, string])[],
  values: Readonly<Record<string, FactValue>> = {},
): ReadPatient => {
  const all = typeof lines === 'string' ? [['complaint', lines] as const] : lines;
  const written = all.map(([kind, text], n) => ({ kind, text, field: `line.${n}` }));
  return readEvidence(reader, readWords(written, chart(values), language), 'any');
};
const smokers = createFindingTree([
  {
    id: 'smoker',
    name: 'Smokes',
    kind: 'history',
    leak: 0.2,
    measure: [{ variable: 'current_smoker', is: '=', value: 1 }],
  },
]);
const names = (numbers: Iterable<number>) =>
  [...numbers].map((n) => tree.findings[n]?.id ?? '').sort();

describe('what counts as there', () => {
  it('is what is said, with all that it implies', () => {
    expect(names(read('crushing chest pain').present)).toEqual(['chest_pain', 'pain']);
  });

  it('is what a value says, in the text or the chart', () => {
    expect(names(read('temperature of 39.4 °C').present)).toEqual(['fever', 'high_fever']);
    expect(names(read('unwell', { temperature: 38.2 }).present)).toEqual(['fever']);
    expect(names(read('unwell', { temperature: 38.2 }).absent)).toEqual(['high_fever']);
  });

  it('goes before what was said to be absent', () => {
    const { present, absent } = read('No fever', { temperature: 38.5 });
    expect(names(present)).toEqual(['fever']);
    expect(names(absent)).toEqual(['high_fever']);
  });

  it('is a disease of long ago where it is a history, and not where it is a symptom', () => {
    expect(names(read([['history', 'stroke in 2015']]).present)).toEqual(['hx_stroke']);
    expect(names(read('Past medical history: vomiting.').present)).toEqual([]);
  });

  it('is the disease of a relative as such alone', () => {
    const { present, understood } = read([['history', 'Father had a stroke']]);
    expect(names(present)).toEqual(['family_stroke']);
    expect(understood.find(({ finding }) => finding.id === 'hx_stroke')?.counts).toBe('not');
  });

  it('is never what somebody only thinks of', () => {
    expect(names(read('Rule out stroke').present)).toEqual([]);
  });

  it('is a medicine of the list, of which nothing else is read', () => {
    const { present } = read([['medication', 'warfarin 3 mg for pain']]);
    expect(names(present)).toEqual(['anticoagulant']);
  });
});

describe('what a person corrects', () => {
  const corrected = (text: string, corrections: readonly Correction[], values = {}) =>
    readEvidence(
      reader,
      readWords([{ kind: 'complaint', text, field: 'line.0' }], chart(values), language),
      'any',
      [],
      correctionsOf(tree, corrections),
    );

  it('replaces what was read from the words', () => {
    const { present, absent, understood } = corrected('fever and vomiting', [
      { finding: 'fever', assertion: 'absent' },
      { finding: 'hx_stroke', assertion: 'present' },
    ]);
    expect(names(present)).toEqual(['hx_stroke', 'vomiting']);
    expect(names(absent)).toEqual(['fever', 'high_fever']);
    expect(understood.filter(({ finding }) => finding.id === 'fever')).toMatchObject([
      { assertion: 'absent', field: 'corrections.0', text: 'fever' },
    ]);
  });

  it('takes the more specific findings along where the general one is absent', () => {
    expect(
      names(corrected('crushing chest pain', [{ finding: 'pain', assertion: 'absent' }]).present),
    ).toEqual([]);
  });

  it('leaves out what is unknown, and neither values nor other findings', () => {
    const { present, absent } = corrected(
      'fever, chest pain',
      [
        { finding: 'chest_pain', assertion: 'unknown' },
        { finding: 'fever', assertion: 'unknown' },
      ],
      { temperature: 38.2 },
    );
    expect(names(present)).toEqual(['fever', 'pain']);
    expect(names(absent)).toEqual(['high_fever']);
  });

  it('replaces a value that stands in the words', () => {
    const { present } = corrected('temperature of 39.4', [
      { finding: 'fever', assertion: 'absent' },
    ]);
    expect(names(present)).toEqual([]);
  });

  it('is refused by field where it names no finding, or one twice', () => {
    const fever = { finding: 'fever', assertion: 'absent' } as const;
    expect(() => correctionsOf(tree, [fever, { ...fever, finding: 'blue ears' }])).toThrow(
      'corrections.1.finding: is not a finding',
    );
    expect(() => correctionsOf(tree, [fever, fever])).toThrow(
      'corrections.1.finding: is corrected twice',
    );
  });
});

describe('what counts as absent', () => {
  it('is what is denied, with all that it excludes', () => {
    expect(names(read('No pain at all').absent)).toEqual(['chest_pain', 'pain']);
  });

  it('leaves the general open where the special is denied', () => {
    expect(names(read('no chest pain').absent)).toEqual(['chest_pain']);
    expect(names(read('no chest pain, no ache').absent)).toEqual(['chest_pain', 'pain']);
  });
});

describe('who and how long', () => {
  it('is read from the words', () => {
    const { person, courses } = read('A 30-year-old woman with fever for 3 days');
    expect(person).toEqual({ age: 30, sex: 'F' });
    expect(courses).toEqual(['days']);
  });

  it('takes a period that is late as missed, of who can have one', () => {
    expect(names(read('Woman of 30 years. LMP 8 weeks ago').present)).toEqual(['missed_period']);
    expect(names(read('LMP 8 weeks ago', { sex: 'M' }).present)).toEqual([]);
  });
});

describe('what is told of the reading', () => {
  it('is each thing with its words, its assertion and its field', () => {
    const { understood } = read('no fever', { temperature: 36.8 });
    expect(understood).toEqual([
      expect.objectContaining({
        text: 'fever',
        assertion: 'absent',
        field: 'line.0',
        counts: 'absent',
      }),
      expect.objectContaining({ text: '36.8', assertion: 'absent', field: 'vitals' }),
    ]);
  });

  it('shows what is so by its name, and a value with its unit', () => {
    const { understood } = readEvidence(
      { ...reader, tree: smokers, measurable: smokers.findings },
      readWords([], chart({ current_smoker: true }), language),
      'any',
    );
    expect(understood[0]?.text).toMatch(/smok/i);
    expect(understood[0]?.counts).toBe('present');
  });

  it.each([
    ['A temperature of 37.0 °C.', 'absent', '37 Cel'],
    ['A temperature of 38.6 °C.', 'present', '38.6 Cel'],
  ] as const)('believes a number and no word about it: %s', (text, counts, shown) => {
    const { understood, unread } = read(text);
    const fever = understood.filter(({ finding }) => finding.id === 'fever');
    expect(fever.map((one) => [one.counts, one.text])).toEqual([[counts, shown]]);
    expect(unread).toEqual([]);
  });

  it('believes the word where no number is told', () => {
    const { understood } = read('A temperature of sorts.');
    expect(understood.map(({ finding, counts }) => [finding.id, counts])).toEqual([
      ['fever', 'present'],
    ]);
  });

  it('names the sentences of a complaint in which nothing was found', () => {
    const text = 'Fever since today. The moon is made of cheese. Well.';
    expect(read(text).unread).toEqual([{ text: 'The moon is made of cheese', field: 'line.0' }]);
    expect(read([['history', 'The moon is made of cheese']]).unread).toEqual([]);
    expect(read('odd').unread).toEqual([{ text: 'odd', field: 'line.0' }]);
  });

  it('tells which findings are of the same words', () => {
    const { sharing = [] } = read('chest pain, fever');
    expect(sharing.map(names)).toEqual([['chest_pain', 'pain']]);
  });
});
