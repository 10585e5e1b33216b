import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../support/medication-tables.js';
import { said } from './shipped.js';

const golden = tableOf('golden');

describe('pairs that others have judged', () => {
  it('are some hundreds each way, of two drugs each', () => {
    expect(golden.filter(({ least }) => least).length).toBeGreaterThanOrEqual(300);
    expect(golden.filter(({ most }) => most).length).toBeGreaterThanOrEqual(300);
    expect(golden.filter(({ drugs }) => drugs.length !== 2)).toEqual([]);
  });

  it('weigh the same in the other order', () => {
    const differ = golden.filter(({ drugs }) => said(...drugs) !== said(...[...drugs].reverse()));
    expect(differ).toEqual([]);
  });
});
