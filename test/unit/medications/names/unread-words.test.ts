import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isResolved } from '../../../../src/medications/names/resolution.js';
import { type MedicationsResult, medicationsRequest } from '../../../../src/medications/schema.js';
import { tableOf } from '../../../support/medication-tables.js';
import { rounds } from '../../../support/rounds.js';
import { answerTo, knowledge } from '../shipped-service.js';

const check = (...medications: readonly (string | object)[]) => answerTo({ medications });
const words = (text: string) => text.split('|');

/** A drug with no interactions of note, which no word for a group of drugs includes. */
const FIRST = 'alginic acid';

const { abbreviations, groups } = tableOf('abbreviations');
const { salts } = tableOf('salts');
const isSalt = new Set(salts.flatMap((row) => row.words.map((word) => word.toLowerCase())));
/** Names of drugs and of groups, abbreviations, misspellings, and a name that no table has. */
const SECOND = [
  ...abbreviations.map(({ abbr }) => abbr),
  ...groups.filter(({ suggest }) => suggest.length > 0).flatMap((group) => group.words),
  ...words('methotrexate|metformn|warfrin|hydroxyzin|foobarium|Zorgolimab|Coumadin|Heather|Soma'),
].filter((name) => !/\balginic|antacid/i.test(name));

const PLACES: ReadonlyArray<(second: string) => string | object> = [
  (b) => `${FIRST} 500 mg daily or ${b}`,
  (b) => `${FIRST} or ${b}`,
  (b) => `${FIRST} vs ${b}`,
  (b) => `${FIRST}/${b}`,
  (b) => `${FIRST} 500 mg daily, ${b}`,
  (b) => `${FIRST} 500 mg daily ${b}`,
  (b) => `${FIRST} 500 mg daily and ${b}`,
  (b) => `${FIRST} 500 mg daily with food then ${b} at night`,
  (b) => `${FIRST} 500 mg (${b})`,
  (b) => `${FIRST} 500 mg (250 mg ${b})`,
  (b) => `${FIRST} 500 mg [${b}]`,
  (b) => `${FIRST} + ${b}`,
  (b) => `${FIRST} with ${b}`,
  (b) => `${FIRST} 500 mg max ${b}`,
  (b) => `${FIRST} 500 mg po od; ${b} 5 mg`,
  (b) => `${b}, ${FIRST} 500 mg`,
  (b) => `${b} or ${FIRST} 500 mg`,
  (b) => ({ name: FIRST, dose: '500 mg', frequency: `daily ${b}` }),
  (b) => ({ name: FIRST, dose: `500 mg ${b}` }),
  (b) => ({ name: FIRST, dose: '500 mg', route: `po ${b}` }),
];

/** Whether an answer that calls a list safe names the drug among those that were checked. */
function isAccountedFor(second: string, { safe_to_proceed, resolved }: MedicationsResult) {
  if (safe_to_proceed !== true) return true;
  const name = knowledge.medications.resolver.resolve(second);
  const checked = new Set(resolved.map(({ ingredient }) => ingredient));
  return isResolved(name) && name.ingredients.every((one) => checked.has(one));
}

describe('a word of a line that could be a drug', () => {
  it('is checked or keeps the list from being called safe', () => {
    const place = fc.constantFrom(...PLACES.keys());
    fc.assert(
      fc.property(fc.constantFrom(...SECOND), place, (second, at) => {
        const line = PLACES[at]!(second);
        const request = medicationsRequest.safeParse({ medications: [line] });
        fc.pre(request.success);
        expect([line, isAccountedFor(second, check(line))]).toEqual([line, true]);
      }),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });

  it('is not lost directly beside a name, unless it is the name of a salt', () => {
    const second = fc.constantFrom(...SECOND.filter((name) => !isSalt.has(name.toLowerCase())));
    // The salt of an abbreviation: `calcium carb`.
    const isCompound = (name: string) => /\b(?:carb|flu vaccine nasal)\b/i.test(name);
    fc.assert(
      fc.property(second, fc.boolean(), (name, before) => {
        fc.pre(!isCompound(name));
        const line = before ? `${name} loratadine` : `loratadine ${name}`;
        // Groups of the first drug; names of a drug with its form.
        const isGroup = /antihistamine|allergy pill|^(?:thyroid|cortisone) /.test(name);
        // A strength after a name: `Tylenol 4`. HCT is hydrochlorothiazide only after a name.
        fc.pre(!isGroup && !/ \d$|^HCT$/.test(name));
        expect([line, isAccountedFor(name, check(line))]).toEqual([line, true]);
      }),
      { numRuns: rounds({ short: 200, long: 4_000 }) },
    );
  });

  it.each([
    ['MTX or MTZ', ['methotrexate', 'metronidazole', 'mirtazapine']],
    ['MTX vs MTZ', ['methotrexate', 'metronidazole', 'mirtazapine']],
    ['warfarin versus apixaban', ['warfarin', 'apixaban']],
    ['amlodipine 5 mg daily or MTX', ['amlodipine', 'methotrexate']],
    ['ibuprofen / naproxen', ['ibuprofen', 'naproxen']],
    ['warfarin, or possibly the apixaban', ['warfarin', 'apixaban']],
    ['lisinopril 10 mg or enalapirl 10 mg', ['lisinopril', 'enalapril']],
    ['lisinopril 10 mg daily, MTZ', ['metronidazole', 'mirtazapine']],
  ])('%s is checked as each', (line, meanings) => {
    const { safe_to_proceed, unresolved } = check(line);
    expect(unresolved[0]?.checked_as).toEqual(meanings);
    expect(safe_to_proceed).toBeNull();
  });

  it.each([
    ['lisinopril 10 mg or foobarium', 'foobarium'],
    ['lisinopril 10 mg daily enalapirl', 'enalapirl'],
    ['lisinopril 10 mg (foobarium)', 'foobarium'],
  ])('%s: names the part that is not read', (line, unread) => {
    const { safe_to_proceed, unresolved, resolved } = check(line);
    expect(safe_to_proceed).toBeNull();
    expect(unresolved.map((one) => one.words)).toEqual([unread]);
    expect(resolved.map(({ ingredient }) => ingredient)).toEqual(['lisinopril']);
  });

  it('finds the interaction of an alternative', () => {
    const { alerts, safe_to_proceed } = check('amlodipine 5 mg or MTX', 'trimethoprim 200 mg bd');
    expect(safe_to_proceed).toBe(false);
    expect(alerts[0]?.because).toContain('medications.0 may be methotrexate');
  });

  it('gets no alert on the dose of the drug that it stands beside', () => {
    const { alerts } = check({ name: 'lisinopril', dose: '10 mg', frequency: 'daily MTX' });
    expect(alerts).toEqual([]);
  });

  it.each([
    'apixaban 5 mg bd for PE',
    'apixaban 5 mg bd for PE and DVT',
    'amlodipine 5 mg once a day for high blood pressure',
    'sertraline 50 mg daily for anxiety and depression',
    'paracetamol 1 g qds prn for pain, maximum 4 g a day',
    'ferrous sulfate 325 mg (65 mg elemental iron) daily',
    'amoxicillin 500 mg capsules, one three times a day for 7 days',
    'omeprazole 20 mg od, PPI cover',
    'salbutamol 100 mcg inhaler 2 puffs prn for wheeze',
    'tiotropium 18 mcg inh daily',
    'Lantus 10 units nocte, dose adjusted by the diabetes nurse',
    'lisinopril 10 mg daily via PEG',
    'levothyroxine 100 mcg in the morning on an empty stomach, half an hour before breakfast',
  ])('is not a remark: %s', (line) => {
    expect(check(line).unresolved).toEqual([]);
  });

  it('contradicts a code that stands for none of its meanings', () => {
    const lisinopril = knowledge.ingredients.get('lisinopril')?.rxcui;
    const { safe_to_proceed } = check({ name: 'MTX or MTZ', rxcui: lisinopril });
    expect(safe_to_proceed).toBeNull();
  });
});
