import { describe, expect, it } from 'vitest';
import { createExposition } from '../../../../src/appliance/metrics/exposition.js';
import { createRejectionFigures } from '../../../../src/appliance/metrics/rejections.js';
import { readFigures } from '../../../support/figures.js';

describe('createRejectionFigures', () => {
  it('counts refusals, and malformed requests by status', () => {
    const rejections = createRejectionFigures();
    const exposition = createExposition(rejections.families);
    expect(readFigures(exposition()).get('wardbox_refusals_total')).toBe(0);
    rejections.noteSignIn('refused');
    rejections.noteRefusal();
    rejections.noteRefusal();
    for (const status of [400, 431, 400]) rejections.noteMalformed(status);
    expect(Object.fromEntries(readFigures(exposition()))).toEqual({
      wardbox_refusals_total: 2,
      'wardbox_sign_ins_total{outcome="success"}': 0,
      'wardbox_sign_ins_total{outcome="refused"}': 1,
      'wardbox_malformed_total{status="400"}': 2,
      'wardbox_malformed_total{status="431"}': 1,
    });
  });
});
