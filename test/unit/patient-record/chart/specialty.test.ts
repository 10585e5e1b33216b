import { describe, expect, it } from 'vitest';
import { SPECIALTIES, specialtyOf } from '../../../../src/patient-record/chart/specialty.js';

describe('specialtyOf', () => {
  it.each([
    ['Cardiology', 'cardiology'],
    ['Emergency Medicine', 'emergency'],
    ['internal-medicine', 'internal_medicine'],
    [' pediatrics ', 'paediatrics'],
    ['ENT', 'otolaryngology'],
  ])('knows %j', (text, specialty) => expect(specialtyOf(text)).toBe(specialty));

  it('knows every one by its own name', () => {
    for (const one of SPECIALTIES) expect(specialtyOf(one)).toBe(one);
  });

  it.each(['', 'astrology', '__proto__', 'constructor'])('does not know %j', (text) =>
    expect(specialtyOf(text)).toBeUndefined(),
  );
});
