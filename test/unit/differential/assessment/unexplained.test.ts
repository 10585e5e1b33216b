import { describe, expect, it } from 'vitest';
import {
  togetherWith,
  unexplainedBy,
} from '../../../../src/differential/assessment/unexplained.js';
import { disease, doctor, numbers } from '../probability/toy.js';
import { evidence } from '../toy-patient.js';

describe('what the first disease leaves unexplained', () => {
  const flu = disease('flu', { fever: 0.9, chills: 0.8 }, { rate: 1000 });
  const scabies = disease('scabies', { rash: 0.95, pain: 0.9 });
  const both = doctor([flu, scabies]);

  it('are symptoms that it does not make more frequent', () => {
    const known = evidence({ present: numbers('fever', 'rash', 'pregnant') });
    expect(unexplainedBy(both, 'flu', known)).toEqual([...numbers('rash')]);
    expect(unexplainedBy(both, 'scabies', known)).toEqual([...numbers('fever')]);
  });

  it('may be another disease beside it', () => {
    const known = evidence({ present: numbers('fever', 'chills', 'rash', 'pain') });
    expect(togetherWith(both, 'flu', known)).toEqual({
      disease: 'scabies',
      explains: [...numbers('pain', 'rash')].sort((a, b) => a - b),
    });
  });

  it('is too little to think of another with one finding', () => {
    expect(
      togetherWith(both, 'flu', evidence({ present: numbers('fever', 'rash') })),
    ).toBeUndefined();
  });
});
