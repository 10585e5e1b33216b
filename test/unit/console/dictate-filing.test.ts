import { describe, expect, it } from 'vitest';
import type { TranscribeCreateAnswer } from '../../../src/console/api/types.js';
import {
  base64Of,
  type FiledText,
  filedResources,
  transactionOf,
} from '../../../src/console/pages/dictate/filing.js';
import { choiceOf, patientQuery } from '../../../src/console/pages/dictate/patients.js';
import { levelOf, problemOf } from '../../../src/console/pages/dictate/recorder.js';

const ANSWER = {
  ...{ transcription_id: 'tr_1', text: 'A spin <now>.', language: 'en-GB', confidence_score: 0.9 },
  created_at: '2026-01-01T00:00:00.000Z',
  models: [{ id: 'dictation-en', version: '1.2.0', backend: 'cpu' }],
} as unknown as TranscribeCreateAnswer;

function filedAs(part: Partial<FiledText>) {
  const ids = ['1', '2', '3'].values();
  const { entry } = transactionOf({
    ...{ answer: ANSWER, text: 'Aspirin <now>.', isFinal: true, patientId: 'p1' },
    changes: [{ from: 'A spin', to: 'Aspirin', at: 0 }],
    decisions: [{ text: '300 mg', decision: 'struck out' }],
    person: {
      ...{ user_id: 'user_1', user_name: 'robin', display_name: 'Robin <i>E</i>', roles: [] },
      ...{ source: 'local', second_factor: false },
    },
    at: '2026-01-02T00:00:00.000Z',
    newId: () => `id-${ids.next().value}`,
    ...part,
  });
  return entry.map(({ resource }) => JSON.stringify(resource));
}

describe('a text that is filed', () => {
  it('stands beside the draft, with who did what', () => {
    const [draft = '', text = '', provenance = ''] = filedAs({});
    expect(draft).toContain('"status":"superseded"');
    expect(draft).toContain('AIAST');
    expect(draft).toContain(btoa('A spin <now>.'));
    expect(text).toContain('"docStatus":"final"');
    expect(text).toContain('CLINAST_AIRPT');
    expect(text).toContain('"target":{"reference":"urn:uuid:id-1"}');
    expect(provenance).toContain('“A spin” was changed to “Aspirin”.');
    expect(provenance).toContain('Uncertain “300 mg”: struck out.');
    expect(provenance).toContain('"role":"revision"');
    expect(provenance).toContain('"code":"verifier"');
  });

  it('is preliminary and made by software unless a person has compared it', () => {
    const [, text = '', provenance = ''] = filedAs({ isFinal: false, changes: [] });
    expect(text).toContain('"docStatus":"preliminary"');
    expect(text).toContain('AIAST');
    expect(provenance).toContain('"role":"source"');
    expect(provenance).toContain('The text was not changed.');
    expect(provenance).not.toContain('verifier');
  });

  it('has no markup of anybody in its narratives', () => {
    for (const resource of filedAs({})) {
      const { text } = JSON.parse(resource) as { text: { div: string } };
      expect(text.div.replaceAll(/<\/?(?:div|p)\b[^>]*>/g, '')).not.toMatch(/[<>]/);
    }
  });

  it('is told by the resources that were made', () => {
    const location = 'https://box/v1/fhir/DocumentReference/7/_history/1';
    expect(filedResources({ entry: [{ response: { location } }, {}] })).toEqual([
      'DocumentReference/7',
    ]);
    expect(base64Of('é')).toEqual({ data: 'w6k=', size: 2 });
  });
});

describe('the search for a patient', () => {
  it('takes every word of a name, or a number', () => {
    expect(patientQuery('Doe,  Ann')).toBe('_count=20&name=Doe&name=Ann');
    expect(patientQuery(' MRN 12 ')).toBe('_count=20&identifier=MRN+12');
  });

  it('shows what tells two people apart', () => {
    expect(
      choiceOf({
        ...{ resourceType: 'Patient', id: '1', birthDate: '1950-02-03', gender: 'female' },
        name: [{ family: 'Doe', given: ['Ann', 'B.'] }],
        identifier: [{ value: 'MRN1' }, {}],
      }),
    ).toEqual({
      ...{ id: '1', name: 'Doe, Ann B.', birthDate: '1950-02-03', gender: 'female' },
      identifiers: ['MRN1'],
    });
    expect(choiceOf({ resourceType: 'Patient', id: '2' }).name).toBe('');
  });
});

describe('the microphone', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'none'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'unsupported'],
  ])('that fails with %s is %s', (name, problem) => {
    expect(problemOf(new DOMException('', name))).toBe(problem);
  });

  it('has a level between silence and full', () => {
    const tone = (amplitude: number) =>
      Float32Array.from({ length: 2048 }, (_, i) => amplitude * Math.sin(i / 3));
    expect(levelOf(new Float32Array(2048))).toBe(0);
    expect(levelOf(tone(0.05))).toBeGreaterThan(0.4);
    expect(levelOf(tone(1))).toBeCloseTo(1, 1);
    expect(levelOf(tone(0.05))).toBeLessThan(levelOf(tone(0.5)));
  });
});
