import { describe, expect, it } from 'vitest';
import { Admission, type AdmissionParts } from '../../../src/appliance/admission.js';
import { AppError } from '../../../src/core/errors.js';

const overloaded = (message: string) => () => {
  throw new AppError('overloaded', message);
};

const admissionOf = (more: Partial<AdmissionParts> = {}) =>
  new Admission({
    disk: () => ({ freeMb: 1_000, low: false }),
    damage: { admit: () => {} },
    listener: { admit: () => {} },
    ...more,
  });

describe('Admission', () => {
  it('accepts work while nothing is wrong', () => {
    expect(() => admissionOf().admit()).not.toThrow();
  });

  it.each<[string, Partial<AdmissionParts>, RegExp]>([
    ['the disk is nearly full', { disk: () => ({ freeMb: 1, low: true }) }, /disk is nearly full/],
    ['the database is damaged', { damage: { admit: overloaded('damaged') } }, /^damaged$/],
    ['answers pile up', { listener: { admit: overloaded('too many') } }, /^too many$/],
  ])('refuses work when %s', (_what, parts, message) => {
    expect(() => admissionOf(parts).admit()).toThrow(message);
  });

  it('refuses work for good once it stops', () => {
    const admission = admissionOf();
    expect(admission.stopping).toBe(false);
    admission.stop();
    expect(admission.stopping).toBe(true);
    expect(() => admission.admit()).toThrow(AppError);
  });
});
