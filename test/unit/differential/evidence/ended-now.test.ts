import { describe, expect, it } from 'vitest';
import { endedNow } from '../../../../src/differential/evidence/ended-now.js';

describe('what has just ended', () => {
  it.each([
    'chest pain for an hour, none now',
    'slurred speech for twenty minutes, gone now',
    'a fit of two minutes, now recovered',
    'palpitations on and off, none since',
    'dizzy this morning, now back to normal',
  ])('is told by %j', (text) => {
    expect(endedNow(text)).toBe(true);
  });

  it.each([
    'asthma as a child, none since',
    'chest pain in 2010, none since',
    'migraine years ago, better now',
    'chest pain now',
    'no chest pain',
  ])('is not told by %j', (text) => {
    expect(endedNow(text)).toBe(false);
  });
});
