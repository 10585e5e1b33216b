import { describe, expect, it } from 'vitest';
import { kernelOf, weightingOf } from '../../../../src/imaging/volume/acquisition-terms.js';

describe('a CT kernel', () => {
  it.each([
    ['H30s', 'soft'],
    ['Hr38', 'soft'],
    ['J40f', 'soft'],
    ['H60s', 'sharp'],
    ['B70f', 'sharp'],
    ['H50s', undefined],
    ['STANDARD', 'soft'],
    ['BONEPLUS', 'sharp'],
    ['DETAIL', undefined],
    ['UB', 'soft'],
    ['YC', 'sharp'],
    ['FC21', 'soft'],
    ['FC68', 'soft'],
    ['FC30', 'sharp'],
    ['FC81', 'sharp'],
    ['__proto__', undefined],
    [undefined, undefined],
  ])('%s is %s', (name, kernel) => {
    expect(kernelOf(name)).toBe(kernel);
  });
});

describe('the weighting of an MR image', () => {
  it.each([
    ['ax T1 SE', {}, 't1'],
    ['ax T1 post Gd', {}, 't1_contrast'],
    ['T1_MPRAGE_sag', { hasContrastAgent: true }, 't1_contrast'],
    ['t2_tse_tra', {}, 't2'],
    ['AX T2 FLAIR', {}, 'flair'],
    ['ep2d_diff_3scan_trace', {}, 'diffusion'],
    ['DWI b1000', {}, 'diffusion'],
    ['', { repetitionTimeMs: 500, echoTimeMs: 12 }, 't1'],
    ['', { repetitionTimeMs: 4_500, echoTimeMs: 100 }, 't2'],
    ['', { repetitionTimeMs: 9_000, echoTimeMs: 120, inversionTimeMs: 2_500 }, 'flair'],
    ['', { repetitionTimeMs: 1_500, echoTimeMs: 30 }, undefined],
    ['', { acquisitionContrast: 'FLUID_ATTENUATED' }, 'flair'],
    ['localizer', {}, undefined],
  ])('"%s" with %o is %s', (description, more, weighting) => {
    expect(weightingOf({ description, hasContrastAgent: false, ...more })).toBe(weighting);
  });
});
