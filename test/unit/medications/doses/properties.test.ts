import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weightOf } from '../../../../src/medications/severity.js';
import type {
  Amount,
  Frequency,
  TakenIngredient,
} from '../../../../src/medications/taken-ingredient.js';
import { line } from '../../../support/medication-case.js';
import { rounds } from '../../../support/rounds.js';
import { doses, patientOf, TABLES } from './bench.js';

const adult = patientOf({ facts: { age: 50, weight: 70, height: 172, sex: 'F' } });
const weak = patientOf({ facts: { age: 83, weight: 52, sex: 'F' }, crcl: 24, child_pugh: 'B' });
const child = patientOf({ facts: { age: 6, weight: 20 } });

const frequencies: Frequency[] = [
  { perDay: 1 },
  { perDay: 2 },
  { perDay: 4 },
  { perDay: 0.5, everyDays: 2 },
  { perDay: 1 / 7, everyDays: 7 },
  { once: true },
  {},
];

const entry = fc.constantFrom(...TABLES.doses);
const anyone = fc.constantFrom(adult, weak, child);

const ofDose = (
  ingredient: string,
  route: TakenIngredient['route'],
  dose: Amount,
  frequency: Frequency,
): TakenIngredient => line(ingredient, 0, { ...(route && { route }), dose, frequency });

/** Rules on doses that are too small, or on the small dose of prophylaxis alone. */
const ONLY_SMALL = /\.(?:small|unit-small)$|^dose\.fondaparinux\.weight$/;

/** The heaviest thing that is said of too much: what is remarkable of too little left out. */
const weight = (one: TakenIngredient, patient: typeof adult): number =>
  Math.max(
    0,
    ...doses
      .check([one], patient)
      .findings.filter(({ ruleId }) => !ONLY_SMALL.test(ruleId))
      .map(({ severity }) => weightOf(severity)),
  );

// A dose that is too small has its own rules, as have kidney and liver where no dose is known.
test('more of a drug is never judged more mildly', () => {
  fc.assert(
    fc.property(
      entry,
      fc.constantFrom(...frequencies),
      anyone,
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      fc.double({ min: 1, max: 20, noNaN: true }),
      ({ ingredient, routes, unit, usual }, frequency, patient, share, times) => {
        const value = (usual?.[1] ?? 10) * share;
        const [less, more] = [value, value * times].map((amount) =>
          weight(ofDose(ingredient, routes[0], { value: amount, unit }, frequency), patient),
        );
        expect(more).toBeGreaterThanOrEqual(less ?? 0);
      },
    ),
    { numRuns: rounds({ short: 600, long: 15_000 }) },
  );
});

test('a dose in other units is judged alike', () => {
  const masses = TABLES.doses.filter(({ unit }) => unit === 'mg' || unit === 'ug');
  const inUg = { mg: 1_000, ug: 1, g: 1e6 } as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...masses),
      fc.constantFrom(...frequencies),
      anyone,
      fc.integer({ min: 1, max: 4_000 }),
      fc.constantFrom('mg' as const, 'ug' as const, 'g' as const),
      ({ ingredient, routes, unit, usual }, frequency, patient, percent, other) => {
        const value = ((usual?.[1] ?? 10) * percent) / 100;
        const own = ofDose(ingredient, routes[0], { value, unit }, frequency);
        const asked = (value * inUg[unit as 'mg' | 'ug']) / inUg[other];
        const same = ofDose(ingredient, routes[0], { value: asked, unit: other }, frequency);
        expect(weight(same, patient)).toBe(weight(own, patient));
      },
    ),
    { numRuns: rounds({ short: 400, long: 10_000 }) },
  );
});

test('the usual dose of every entry at its usual frequency is silent in a healthy adult', () => {
  const loud = TABLES.doses.flatMap((one) => {
    const { ingredient, routes, unit, usual, times, every_days, daily, release, salts } = one;
    // Usual doses of opioids reach what is told of their total.
    if (usual === undefined || one.mme !== undefined) return [];
    const perDay = every_days === undefined ? (times?.[0] ?? 1) : 1 / every_days;
    const most = Math.min(usual[1], daily === undefined ? usual[1] : daily / perDay);
    const taken = {
      ...ofDose(ingredient, routes[0], { value: most, unit }, { perDay }),
      ...(release && { release }),
      ...(salts?.[0] && { salt: salts[0] }),
      // Concentrated electrolytes are asked about where nothing says that they are infused.
      ...(routes[0] === 'intravenous' && { manner: 'infusion' as const }),
    };
    const told = doses
      .check([taken], patientOf({ facts: { age: 40, weight: 105, height: 190, sex: 'M' } }))
      .findings.filter(({ severity }) => weightOf(severity) >= 2);
    return told.map(({ title }) => `${ingredient} ${most} ${unit} ${perDay}: ${title}`);
  });
  expect(loud).toEqual([]);
});
