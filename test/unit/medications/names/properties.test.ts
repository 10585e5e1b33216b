import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { internationalKey } from '../../../../src/medications/names/spelling.js';
import { rounds } from '../../../support/rounds.js';
import { reader } from './shipped.js';

const read = (name: string) => reader.read([{ name }], 'medications')[0]!;

const DRUGS = ['metoprolol', 'warfarin', 'lisinopril', 'digoxin', 'methotrexate', 'prednisolone'];
const drug = fc.constantFrom(...DRUGS);
const milligrams = fc
  .integer({ min: 1, max: 2_000_000 })
  .map((thousandths) => Number((thousandths / 1_000).toFixed(3)));

describe('any line', () => {
  it('is read without throwing, and says something', () => {
    const pieces = fc.constantFrom(
      'aspirin',
      'mg',
      '5',
      '/',
      '-',
      '(',
      ')',
      '[',
      'q',
      'every',
      'x',
      '1-0-1',
      '½',
      'od',
      'and',
      'weekly',
      'tablets',
      'µg',
      '&micro;',
      '1.000',
      ',',
      'insulin',
      'IE',
      'po',
      '\u0000',
      '💊',
      'ß',
    );
    const line = fc.oneof(
      fc.string({ maxLength: 500, unit: 'binary' }),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(' ')),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(line, line, line, (name, frequency, route) => {
        const [result] = reader.read(
          [{ name, frequency, route, unit: route, dose: name }],
          'medications',
        );
        expect((result?.taken.length ?? 0) + (result?.unknown.length ?? 0)).toBeGreaterThan(0);
        for (const { suggestions } of result?.unknown ?? []) {
          expect(suggestions.length).toBeLessThanOrEqual(5);
        }
      }),
      { numRuns: rounds({ short: 120, long: 3_000 }) },
    );
  });

  it('is read however often a piece is repeated', () => {
    for (const piece of [
      'aspirin ',
      '5 mg ',
      '1-',
      '(',
      'metoprlol/',
      'q4',
      'é',
      '1.',
      'and ',
      "'",
    ]) {
      expect(() => read(piece.repeat(500).slice(0, 500))).not.toThrow();
    }
  });

  it('keeps a number of milligrams as it is', () => {
    fc.assert(
      fc.property(
        drug,
        milligrams,
        fc.constantFrom('mg', ' mg', ' MG', ' milligrams'),
        (name, mg, unit) => {
          const [taken] = read(`${name} ${mg}${unit} once daily`).taken;
          // 1.500 is a thousand and a half in half of Europe; then no dose is told at all.
          expect(taken?.ingredient).toBe(name);
          if (taken?.dose !== undefined) expect(taken.dose).toEqual({ value: mg, unit: 'mg' });
          else expect(String(mg)).toMatch(/^\d{1,3}\.\d00$/);
        },
      ),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });

  it('keeps weekly weekly', () => {
    const weekly = fc.constantFrom(
      'weekly',
      'once weekly',
      'once a week',
      'every week',
      'qw',
      'every Monday',
      '/week',
      'every 7 days',
      'q7d',
      'wöchentlich',
      'una vez por semana',
      'par semaine',
      'alle 7 Tage',
      '1x/week',
    );
    const also = fc.constantFrom(
      '',
      'po',
      'in the morning',
      'at night',
      'with food',
      'tablets',
      'daily',
      'bd',
      'od',
    );
    fc.assert(
      fc.property(drug, milligrams, weekly, also, fc.boolean(), (name, mg, often, more, before) => {
        const line = [name, `${mg} mg`, ...(before ? [more, often] : [often, more])].join(' ');
        const { perDay, unclear } = read(line).taken[0]?.frequency ?? {};
        // Twice on Mondays is a direction; weekly and twice a day is none.
        const twice = often === 'every Monday' && more === 'bd' ? 2 : 1;
        if (unclear) expect(['daily', 'bd', 'od']).toContain(more);
        else expect(perDay).toBeCloseTo(twice / 7, 6);
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });

  it('reads its own words again as the same', () => {
    const often = fc.constantFrom('daily', 'bid', 'tds', 'q8h', 'weekly', 'every 2 weeks', 'prn');
    const route = fc.constantFrom('oral', 'intravenous', 'subcutaneous', 'intramuscular');
    fc.assert(
      fc.property(
        drug,
        fc.integer({ min: 1, max: 999 }),
        often,
        route,
        (name, mg, frequency, way) => {
          const [once] = read(`${name} ${mg} mg ${way} ${frequency}`).taken;
          const [again] = reader.read(
            [
              {
                name: once?.ingredient ?? '',
                dose: once?.dose?.value ?? 0,
                unit: 'mg',
                route: once?.route ?? '',
                frequency,
              },
            ],
            'medications',
          );
          expect(again?.taken[0]).toEqual(once);
        },
      ),
      { numRuns: rounds({ short: 40, long: 1_000 }) },
    );
  });
});

describe('the key of nonproprietary names', () => {
  it.each([
    ['hydrochlorothiazide', 'hidroclorotiazida', 'hydrochlorothiazid'],
    ['phenytoin', 'fenitoina', 'fenytoin'],
    ['warfarin', 'varfarin', 'warfarina'],
    ['oxycodone', 'oksykodon', 'oxicodona'],
    ['levothyroxine', 'levotiroxina', 'levothyroxinum'],
    ['valproic acid', 'acido valproico', 'acide valproique'],
  ])('is one for %s, %s and %s', (...spellings) => {
    expect(new Set(spellings.map(internationalKey)).size).toBe(1);
  });

  it.each([
    ['prednisone', 'prednisolone'],
    ['hydralazine', 'hydroxyzine'],
    ['quinine', 'quinidine'],
    ['cefazolin', 'cefixime'],
  ])('differs for %s and %s', (a, b) => {
    expect(internationalKey(a)).not.toBe(internationalKey(b));
  });
});
