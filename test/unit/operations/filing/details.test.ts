import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError, invalidFields } from '../../../../src/core/errors.js';
import type { TranscribeResult } from '../../../../src/dictation/schema.js';
import type { FiledResource, FileFacts } from '../../../../src/operations/filing/coding.js';
import { clean, narrative, percent } from '../../../../src/operations/filing/coding.js';
import { fromTranscript } from '../../../../src/operations/filing/from-transcript.js';
import { provenanceOf, requestSource } from '../../../../src/operations/filing/provenance.js';
import { renamedError, renameIn } from '../../../../src/operations/filing/rename.js';

let count = 0;
const FILE: FileFacts = {
  subject: 'Patient/p',
  observations: [],
  version: '0.1.0',
  newId: () => {
    count += 1;
    return `id-${count}`;
  },
};

describe('words for people', () => {
  it('have no control characters and no blanks at their ends', () => {
    expect(clean('\u0000 fever\tand\n\u0007cough\u007f ')).toBe('fever\tand\n cough');
  });

  it('cannot act in a browser, and always say something', () => {
    expect(narrative(['<script>"a" & b</script>']).div).toBe(
      '<div xmlns="http://www.w3.org/1999/xhtml">' +
        '<p>&lt;script&gt;&quot;a&quot; &amp; b&lt;/script&gt;</p></div>',
    );
    expect(narrative(['', ' ']).div).toContain('<p>Made by Wardbox.</p>');
  });

  it.each([
    [0, '0 %'],
    [0.0004, 'below 1 %'],
    [0.01, '1 %'],
    [0.625, '63 %'],
    [0.9999, 'above 99 %'],
    [1, '100 %'],
  ])('a probability of %d is %s', (probability, words) => {
    expect(percent(probability)).toBe(words);
  });
});

describe('conditions of a transcript', () => {
  const entity = (code: string, assertion: string, type = 'condition') => ({
    text: 'x',
    type,
    assertion,
    confidence: 1,
    start: 0,
    end: 1,
    normalized: { name: `name of ${code}`, coding: [{ system: 'ICD-10', code }] },
  });
  const conditionsOf = (...medical_entities: object[]) =>
    fromTranscript(
      {
        transcription_id: 'tr_1',
        created_at: '2026-11-22T03:04:05Z',
        text: 'x',
        language: 'en-US',
        confidence_score: 1,
        medical_entities,
      } as unknown as TranscribeResult,
      FILE,
    )
      .slice(1)
      .map((one: FiledResource & { code?: never; verificationStatus?: never }) => {
        const { code, verificationStatus } = JSON.parse(JSON.stringify(one));
        return [code.coding[0].code, verificationStatus.coding[0].code];
      });

  it('follow what is said of each, once', () => {
    expect(
      conditionsOf(
        entity('J18.9', 'present'),
        entity('J18.9', 'possible'),
        entity('I26', 'possible'),
        entity('A41.9', 'absent'),
        entity('A41.9', 'absent'),
      ),
    ).toEqual([
      ['J18.9', 'provisional'],
      ['I26', 'unconfirmed'],
      ['A41.9', 'refuted'],
    ]);
  });

  it('are none of what is both there and not, of others, of the past or of plans', () => {
    expect(
      conditionsOf(
        entity('J18.9', 'present'),
        entity('J18.9', 'absent'),
        entity('C34', 'family'),
        entity('I21', 'historical'),
        entity('I63', 'hypothetical'),
        entity('R05', 'present', 'symptom'),
      ),
    ).toEqual([]);
  });
});

describe('conditions that were hardly heard, or denied in a clause without sure limits', () => {
  const mention = (assertion: string, more: object = {}) => ({
    text: 'x',
    type: 'condition',
    assertion,
    confidence: 0.9,
    start: 0,
    end: 1,
    ...more,
    normalized: { name: 'gout', coding: [{ system: 'ICD-10', code: 'M10.9' }] },
  });
  const statuses = (...medical_entities: object[]) =>
    fromTranscript(
      {
        transcription_id: 'tr_1',
        created_at: '2026-11-22T03:04:05Z',
        text: 'x',
        language: 'en-US',
        confidence_score: 1,
        medical_entities,
      } as unknown as TranscribeResult,
      FILE,
    )
      .slice(1)
      .map((one) => JSON.parse(JSON.stringify(one)).verificationStatus.coding[0].code);

  it('are not filed as refuted', () => {
    expect(statuses(mention('absent'))).toEqual(['refuted']);
    expect(statuses(mention('absent', { certain: true }))).toEqual(['refuted']);
    expect(statuses(mention('absent', { certain: false }))).toEqual([]);
  });

  it('are filed as what a sure mention says', () => {
    expect(statuses(mention('absent', { certain: false }), mention('present'))).toEqual([
      'provisional',
    ]);
    expect(statuses(mention('present', { certain: false }))).toEqual(['provisional']);
  });

  it('refute nothing where anything else is said of the same condition', () => {
    const others = ['historical', 'hypothetical', 'possible', 'present'];
    for (const assertion of others) {
      expect(statuses(mention('absent'), mention(assertion)), assertion).toEqual([]);
      const unheard = mention(assertion, { confidence: 0.2 });
      expect(statuses(mention('absent'), unheard), assertion).toEqual([]);
    }
    expect(statuses(mention('absent'), mention('absent', { certain: false }))).toEqual([]);
    expect(statuses(mention('absent'), mention('family'))).toEqual(['refuted']);
  });

  it('are neither refuted nor confirmed, however mentions are combined', () => {
    const assertions = ['present', 'absent', 'possible', 'historical', 'family', 'hypothetical'];
    const anyMention = fc
      .record({
        assertion: fc.constantFrom(...assertions),
        confidence: fc.constantFrom(0.2, 0.9),
        certain: fc.constantFrom(undefined, true, false),
      })
      .map(({ assertion, ...more }) => mention(assertion, more));
    fc.assert(
      fc.property(fc.array(anyMention, { minLength: 1, maxLength: 4 }), (mentions) => {
        const own = mentions.filter(({ assertion }) => assertion !== 'family');
        const isSurelyDenied = own.every(
          (one: { assertion: string; confidence: number; certain?: boolean }) =>
            one.assertion === 'absent' && one.confidence >= 0.5 && one.certain !== false,
        );
        const filed = statuses(...mentions);
        expect(filed).not.toContain('confirmed');
        expect(filed.includes('refuted')).toBe(own.length > 0 && isSurelyDenied);
        const isStated = own.some(
          ({ assertion, confidence }) => assertion === 'present' && confidence >= 0.5,
        );
        if (!isStated) expect(filed).not.toContain('provisional');
      }),
    );
  });

  it('are not filed at all below even chances', () => {
    expect(statuses(mention('present', { confidence: 0.49 }))).toEqual([]);
    expect(statuses(mention('absent', { confidence: 0.27 }))).toEqual([]);
    expect(statuses(mention('possible', { confidence: 0.5 }))).toEqual(['unconfirmed']);
  });
});

describe('a provenance', () => {
  it('names the request by its digest as RFC 6920 writes it', () => {
    const hex = '7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069';
    const origin = { action: 'risk.create', resultId: 'rk_1', at: '2026-11-22T03:04:05Z' };
    const more = { version: '1', models: [], source: requestSource(hex), read: [] };
    const target = { resourceType: 'Observation', id: 'o' };
    const { entity } = provenanceOf([target], { ...origin, ...more }, FILE);
    // The example of its section 8.1: the text "Hello World!".
    expect(entity).toMatchObject([
      {
        what: {
          identifier: {
            system: 'urn:ietf:rfc:3986',
            value: 'ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk',
          },
        },
      },
    ]);
  });
});

describe('fields of data that were read from a file', () => {
  const names = ['Patient/p', 'Observation/o-1'];

  it('are named by their resource, wherever they stand', () => {
    const answer = {
      from: 'derived from patient_data.entry.1.resource, patient_data.entry.1.resource.component.0',
      what: 'patient_data.entry.7.resource',
      n: 1,
    };
    expect(renameIn(answer, names)).toEqual({
      from: 'derived from Observation/o-1, Observation/o-1.component.0',
      what: 'patient_data.entry.7.resource',
      n: 1,
    });
    expect(renameIn(answer, [])).toBe(answer);
  });

  it('also in what is refused', () => {
    const refused = renamedError(
      invalidFields([{ field: 'patient_data.entry.0.resource.birthDate', issue: 'is wrong' }]),
      names,
    );
    expect(refused).toMatchObject({
      code: 'validation_error',
      message: 'Invalid value for Patient/p.birthDate: is wrong.',
      issues: [{ field: 'Patient/p.birthDate', issue: 'is wrong' }],
    });
    const other = new AppError('overloaded', 'Later.', { retryAfterSeconds: 3 });
    expect(renamedError(other, names)).toBe(other);
  });
});
