import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WordSpan } from '../../../../src/patient-record/language/assert-spans.js';
import type { EntityType } from '../../../../src/patient-record/language/entity.js';
import type { Word } from '../../../../src/patient-record/language/text/words.js';
import { language } from './language.js';

interface Named extends WordSpan {
  readonly name: string;
}

/** Finds rows of words by their places of first occurrence. */
const finder =
  (names: Readonly<Record<string, readonly string[]>>, type: EntityType = 'symptom') =>
  (words: readonly Word[]): Named[] =>
    Object.entries(names).flatMap(([name, row]) => {
      const at = row.map((word) => words.findIndex(({ folded }) => folded === word));
      return at.includes(-1) ? [] : [{ name, type, words: at }];
    });

const said = (
  text: string,
  names: Readonly<Record<string, readonly string[]>>,
  type?: EntityType,
) =>
  Object.fromEntries(
    language
      .open(text)
      .assert(finder(names, type))
      .map(({ name, assertion }) => [name, assertion]),
  );
const EACH = { pain: ['pain'], fever: ['fever'], cough: ['cough'] };

describe('how a text speaks of what others found', () => {
  it.each([
    ['Pain, fever and cough.', { pain: 'present', fever: 'present', cough: 'present' }],
    ['Pain. No fever or cough.', { pain: 'present', fever: 'absent', cough: 'absent' }],
    ['Denies fever but has pain', { pain: 'present', fever: 'absent' }],
    ['Possible fever', { fever: 'possible' }],
    ['Return if fever or pain', { fever: 'hypothetical', pain: 'hypothetical' }],
    ['His mother has a cough', { cough: 'family' }],
  ])('%s', (text, assertions) => {
    expect(said(text, EACH)).toEqual(assertions);
  });

  it('goes by the heading', () => {
    const text = 'Family history: stroke.\nHistory of present illness: pain.';
    expect(said(text, { stroke: ['stroke'] }, 'condition')).toEqual({ stroke: 'family' });
    expect(said(text, { pain: ['pain'] })).toEqual({ pain: 'present' });
    const [found] = language.open(text).assert(finder({ stroke: ['stroke'] }, 'condition'));
    expect(found?.section).toBe('Family history');
  });

  it('is of names that overlap, each by itself', () => {
    const names = { pain: ['pain'], chest_pain: ['chest', 'pain'] };
    expect(said('No chest pain', names)).toEqual({ pain: 'absent', chest_pain: 'absent' });
  });

  it('is denied of a name inside another as of that', () => {
    const whole = { whole: ['cough', 'up', 'blood'], parts: ['cough', 'blood'] };
    expect(said('Did not cough up blood.', whole)).toEqual({ whole: 'absent', parts: 'absent' });
  });

  it('is of the last word where others stand between', () => {
    expect(said('Relieved not by any rest', { relieved_rest: ['relieved', 'rest'] })).toEqual({
      relieved_rest: 'absent',
    });
  });

  it('returns the words and the cue', () => {
    const text = 'She denies any fever at night.';
    const [found] = language.open(text).assert(finder({ fever: ['fever'] }));
    expect(text.slice(found?.start, found?.end)).toBe('fever');
    expect(found?.cue).toBe('denies any');
  });

  it('asks for words once, and is nothing where nothing is found', () => {
    let asked = 0;
    const none = language.open('Pain').assert(() => {
      asked += 1;
      return [];
    });
    expect([none, asked]).toEqual([[], 1]);
  });

  it('keeps what was found, in its order, within any text', () => {
    const word = fc.constantFrom('pain', 'no', 'fever', 'mother', 'has', '.', ',', 'if', '\n', 'é');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (parts) => {
        const text = parts.join(' ');
        let given: Named[] = [];
        const told = language.open(text).assert((words) => {
          given = finder(EACH)(words);
          return given;
        });
        expect(told.map(({ name }) => name)).toEqual(given.map(({ name }) => name));
        for (const { start, end, name } of told) expect(text.slice(start, end)).toBe(name);
      }),
    );
  });
});
