import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { patientData } from '../../../src/patient-record/chart/schema.js';
import type { Entity } from '../../../src/patient-record/language/entity.js';
import { rememberTexts } from '../../../src/patient-record/language/remember-texts.js';
import type { Word } from '../../../src/patient-record/language/text/words.js';
import { readPatientRecord } from '../../../src/patient-record/read-record.js';
import { language } from './language/language.js';

const HISTORY: readonly { readonly line: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../golden/history-lines.json'), 'utf8'),
);
/** Where clauses begin is seen by names alone: subjects, lists and headings without marks. */
const SPOKEN = [
  'denies fever and cough hypertension is controlled on lisinopril he has chest pain',
  'no evidence of pneumothorax or effusion the heart is enlarged impression congestive heart failure',
  'she has no rash her asthma is worse chest x ray shows pneumonia',
  'father had a stroke the patient has diabetes and denies headache',
  'past medical history asthma medications salbutamol he reports wheeze no fever',
  'no chest pain dyspnoea persists and the cough became productive',
  'if the fever returns call us the headache has resolved no vomiting',
  'he denies nausea vomiting started yesterday abdominal pain is severe',
];
const ASSERTED: ReadonlySet<string> = new Set(['symptom', 'finding', 'condition', 'medication']);

/** Finds what an entity was read from, as a consumer does that has names of its own. */
const findAlone =
  ({ start, end, type }: Entity) =>
  (words: readonly Word[]) => [
    {
      type,
      words: words.flatMap((word, at) => (word.start < end && start < word.end ? [at] : [])),
    },
  ];

describe('one reading of a text', () => {
  it.each([
    ['history', HISTORY.map(({ line }) => line)],
    ['speech', SPOKEN],
  ])('has the same assertion in every reader: %s', (_, lines) => {
    const asked = lines.flatMap((line) => {
      const reading = language.open(line);
      return reading.entities
        .filter(({ type }) => ASSERTED.has(type))
        .map((entity) => ({ line, entity, said: reading.assert(findAlone(entity))[0] }));
    });
    expect(asked.length).toBeGreaterThan(lines.length / 2);
    const differing = asked
      .filter(({ entity, said }) => said?.assertion !== entity.assertion)
      .map(
        ({ line, entity, said }) =>
          `${line}: ${entity.text} ${entity.assertion}, ${said?.assertion}`,
      );
    expect(differing).toEqual([]);
  });

  it('is the same for one name as for all', () => {
    for (const line of SPOKEN) {
      const { entities, assert } = language.open(line);
      const asserted = entities.filter(({ type }) => ASSERTED.has(type));
      const all = assert((words) => asserted.flatMap((entity) => findAlone(entity)(words)));
      const each = asserted.flatMap((entity) => assert(findAlone(entity)));
      expect(all.map(({ assertion }) => assertion)).toEqual(each.map(({ assertion }) => assertion));
    }
  });

  it('is made once per request, for all uses', () => {
    const opened: string[] = [];
    const remembering = rememberTexts({
      ...language,
      open(text, options) {
        opened.push(text);
        return language.open(text, options);
      },
    });
    const data = patientData.parse({
      demographics: { medical_history: ['asthma since childhood', 'no known diabetes'] },
      symptoms: ['fever of 39 °C for 2 days'],
    });
    const record = readPatientRecord(data, { language: remembering, now: 0 });
    record.written();
    const { lines } = record;
    for (const { text } of lines) remembering.read(text);
    for (const { text } of lines) remembering.open(text).assert(() => []);
    expect(opened.toSorted()).toEqual(lines.map(({ text }) => text).toSorted());
    expect(remembering.read('fever of 39 °C for 2 days').entities).toEqual(
      language.read('fever of 39 °C for 2 days').entities,
    );
  });
});
