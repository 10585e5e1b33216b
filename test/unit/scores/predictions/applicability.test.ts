import { describe, expect, it } from 'vitest';
import type { TabularManifest } from '../../../../src/inference/schema.js';
import {
  type Abstention,
  type Applicability,
  applicability,
} from '../../../../src/scores/predictions/applicability.js';
import { stepSum } from '../../../support/table-model.js';
import { at, chart } from './series.js';

type Values = Parameters<typeof chart>[0];
const ENOUGH = { age: 71, sex: 'M', heart_rate: 110 } satisfies Values;
const manifest = await stepSum();

function applies(values: Values, of: TabularManifest = manifest): Applicability {
  const found = applicability(of, chart(values));
  if ('because' in found) throw new Error(found.reason);
  return found;
}
function abstains(values: Values, of: TabularManifest = manifest): Abstention {
  const found = applicability(of, chart(values));
  if ('because' in found) return found;
  throw new Error('it applies');
}
const withRules = (abstain: Partial<TabularManifest['abstain']>) =>
  stepSum({ abstain: { ...manifest.abstain, ...abstain } });

describe('a model applies', () => {
  it('to a patient with enough values, and warns of nothing but its own caveat', () => {
    const { row, warnings } = applies(ENOUGH);
    expect(row.slice(0, 3)).toEqual([71, 1, 110]);
    expect(warnings).toEqual(['A test pattern; no clinical meaning.']);
  });

  it('to values at the ends of its ranges, and warns of those beyond', () => {
    const warned = (values: Values) => applies({ ...ENOUGH, ...values }).warnings.slice(1);
    expect(warned({ lactate: 20, age: 16 })).toEqual([]);
    const beyond = 'lactate lies outside 0.3 to 20 mmol/L, the range of its training data.';
    expect(warned({ lactate: 20.1 })).toEqual([beyond]);
    // Any value of the series, not the latest alone.
    expect(warned({ lactate: [at(0, 25), at(1, 2)] })).toEqual([beyond]);
  });

  it('to a patient with a wild value, without that value where the manifest leaves it out', async () => {
    const of = await withRules({ out_of_range: 'leave_out' });
    const lactate = [at(0, 1.5), at(1, 99), at(2, 0)];
    const { row, used, warnings } = applies({ ...ENOUGH, lactate }, of);
    expect(row[5]).toBe(1.5);
    expect(used.get('lactate')).toEqual([at(0, 1.5)]);
    expect(warnings.slice(1)).toEqual([
      'lactate lies outside 0.3 to 20 mmol/L, the range of its training data; such values were left out.',
    ]);
    const wild = { ...ENOUGH, heart_rate: 300 };
    expect(applies(wild).used.has('heart_rate')).toBe(true);
    expect(abstains(wild, of).reason).toBe(
      'it needs one of heart_rate, lactate; heart_rate lies outside 30 to 220 /min',
    );
    // Whom the model is not for is not somebody of unknown age.
    expect(abstains({ ...ENOUGH, age: 3 }, of).because).toBe('population');
  });

  it('to whom it is for by now, whatever was so before', () => {
    const age = [at(-99_999, 15), at(0, 16)];
    expect(applies({ ...ENOUGH, age }).row[0]).toBe(16);
  });

  it('to a patient of whom a word is unknown or a value old, and says what it left out', () => {
    const { warnings } = applies({
      ...ENOUGH,
      sex: 'unknown',
      lactate: 1,
      heart_rate: [at(0, 80), at(30, 90)],
    });
    expect(warnings.slice(1)).toEqual([
      'The model does not know this sex; left out.',
      'Only the last 24 h count; older or newer values were left out of heart_rate.',
    ]);
  });

  it('without what tells whom it is for, where that is not required, and says so', async () => {
    const inputs = manifest.inputs.map(({ required: _, ...rest }) => rest);
    const { age: __, ...ageless } = { ...ENOUGH, lactate: 1 };
    const { warnings } = applies(ageless, await stepSum({ inputs }));
    expect(warnings.slice(1)).toEqual([
      'Without age it is unknown whether the model applies to this patient.',
    ]);
  });
});

describe('a model abstains', () => {
  it('for lack of values, and names those that would help', () => {
    expect(abstains({ age: 71, heart_rate: 110 })).toEqual({
      model: 'step-sum',
      what: 'test outcome',
      because: 'incomplete',
      reason:
        'it needs 3 of its inputs and has 2; it also takes sex, lactate, mechanical_ventilation',
    });
    // A word that it does not know is no value.
    expect(abstains({ ...ENOUGH, sex: 'X' }).because).toBe('incomplete');
  });

  it('for lack of a required value', async () => {
    const { age: _, ...ageless } = ENOUGH;
    expect(abstains({ ...ageless, lactate: 1 }).reason).toBe('it needs age');
    const { heart_rate: __, ...pulseless } = ENOUGH;
    expect(abstains({ ...pulseless, mechanical_ventilation: false }).reason).toBe(
      'it needs one of heart_rate, lactate',
    );
    const both = await withRules({ required_any: [['lactate'], ['sex', 'lactate']] });
    expect(abstains({ age: 71, heart_rate: 110 }, both).reason).toBe(
      'it needs lactate; one of sex, lactate',
    );
  });

  it('for a patient outside its population, regardless of other data', () => {
    for (const age of [15.9, 0]) {
      const { because, reason } = abstains({ ...ENOUGH, age });
      expect(because).toBe('population');
      expect(reason).toBe('it is for rows of tests (age at least 16 a: made for grown-ups)');
    }
    expect(abstains({ age: 3 }).because).toBe('population');
  });

  it('above and between bounds of its population too', async () => {
    const bounded = (bounds: object) =>
      withRules({ population: [{ variable: 'age', reason: 'r', ...bounds }] });
    expect(abstains(ENOUGH, await bounded({ high: 70 })).reason).toContain('age at most 70 a');
    expect(abstains(ENOUGH, await bounded({ low: 18, high: 70 })).reason).toContain('18 to 70 a');
    expect(applies(ENOUGH, await bounded({ low: 18, high: 71 })).row[0]).toBe(71);
  });

  it('for a value beyond its ranges where the manifest refuses them', async () => {
    const strict = await withRules({ out_of_range: 'refuse' });
    expect(applies({ ...ENOUGH, lactate: 20 }, strict).warnings).toHaveLength(1);
    expect(abstains({ ...ENOUGH, lactate: 0.2, heart_rate: 250 }, strict)).toMatchObject({
      because: 'out_of_range',
      reason:
        'heart_rate lies outside 30 to 220 /min; lactate lies outside 0.3 to 20 mmol/L, which it was learned from',
    });
  });
});
