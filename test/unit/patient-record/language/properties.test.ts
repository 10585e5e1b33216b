import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextSource } from '../../../../src/patient-record/language/entity.js';
import { rounds } from '../../../support/rounds.js';
import { language } from './language.js';

const SOURCES: readonly TextSource[] = ['note', 'dictation', 'dialogue'];

/** Pieces of notes and of noise in any order. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      'no',
      'denies',
      'chest pain',
      'fever',
      'PE',
      'history of',
      'family history',
      'left',
      'arm',
      'in the',
      'and',
      'or',
      ',',
      '.',
      '\n',
      '\n\n',
      ':',
      '?',
      '- ',
      'BP',
      '140/90',
      '5 mg',
      'metformin',
      'PMH:',
      'swelling of',
      'both',
      'any',
      'yes',
      'Doctor:',
      'Patient:',
      '(DVT)',
      'deep vein thrombosis',
      '%',
      'elevated troponin',
      'x3 days',
      'renal',
      'acute',
      'failure',
      'type 2',
      'stage',
      'if',
      'for 2',
      '8/10',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  ),
  { maxLength: 60 },
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.tuple(pieces, fc.constantFrom(' ', '', '\n')).map(([words, gap]) => words.join(gap)),
);

describe('the reader of clinical texts', () => {
  it('reads any text: offsets are exact, entities in order and apart', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...SOURCES), (written, source) => {
        const { entities, sections } = language.read(written, { source });
        let end = 0;
        for (const entity of entities) {
          expect(entity.text).toBe(written.slice(entity.start, entity.end));
          expect(entity.text).not.toBe('');
          expect(entity.start).toBeGreaterThanOrEqual(end);
          expect(entity.confidence).toBeGreaterThan(0);
          expect(entity.confidence).toBeLessThanOrEqual(1);
          end = entity.end;
        }
        let from = 0;
        for (const section of sections) {
          expect(written.slice(section.start)).toMatch(/^\p{L}/u);
          expect(section.start).toBeGreaterThanOrEqual(from);
          expect(section.end).toBeGreaterThan(section.start);
          expect(section.end).toBeLessThanOrEqual(written.length);
          from = section.end;
        }
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });

  it('reads the same text in the same way', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(language.read(written)).toEqual(language.read(written));
      }),
      { numRuns: 50 },
    );
  });

  it('does not depend on what stands in a paragraph far away', () => {
    const line = 'Denies chest pain. BP 120/80.';
    const alone = language.read(line).entities;
    const after = 'Cough for two days.\n\n';
    const moved = language.read(after + line).entities.slice(1);
    expect(moved.map(({ text: found, type, assertion }) => [found, type, assertion])).toEqual(
      alone.map(({ text: found, type, assertion }) => [found, type, assertion]),
    );
  });

  it.each([
    'no ',
    'pain ',
    'pain in the left arm and ',
    'acute renal ',
    'PE ',
    'any cough ',
    'BP is ',
    '1/',
    'a-',
    'chest pain (CP) ',
    'Doctor: any pain?\nPatient: no\n',
    'PMH:\n',
    'severe and ',
    'arm, ',
    '?',
    '\u0301',
  ])('reads a long run of %j', (piece) => {
    const long = piece.repeat(2e5 / piece.length);
    for (const source of ['note', 'dialogue'] as const) {
      const { entities } = language.read(long, { source });
      expect(entities.every(({ start, end }) => end > start && end <= long.length)).toBe(true);
    }
  });
});
