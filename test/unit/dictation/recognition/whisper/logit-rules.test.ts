import { describe, expect, it } from 'vitest';
import { createLogitRules } from '../../../../../src/dictation/recognition/whisper/logit-rules.js';
import { at, smallSettings } from './whisper-settings.js';

const rules = createLogitRules(smallSettings());

/** Tokens that may follow, of a row in which all are equal but for `raised`. */
function allowed(tokens: readonly number[], raised: Readonly<Record<number, number>> = {}) {
  const row = new Float32Array(319);
  for (const [token, logit] of Object.entries(raised)) row[Number(token)] = logit;
  rules(row, tokens);
  return [...row.keys()].filter((token) => row[token] !== Number.NEGATIVE_INFINITY);
}

/** So probable that no sum of times outweighs it. */
const LIKELY = 20;

describe('the rules for the next token', () => {
  it('begins with a time within the first second', () => {
    expect(allowed([], { 3: LIKELY })).toEqual(Array.from({ length: 51 }, (_, i) => 18 + i));
  });

  it('never writes what is suppressed nor what steers the decoder', () => {
    const next = allowed([at(0), 3], { 4: LIKELY });
    expect(next.filter((token) => token < 18)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10]);
  });

  it('continues with text after a start time', () => {
    expect(allowed([at(0.5)])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10]);
  });

  it('after text and a time ends or begins again, not before that time', () => {
    const next = allowed([at(0), 3, at(2)], { 10: LIKELY });
    expect(next[0]).toBe(10);
    expect(next[1]).toBe(at(2));
    expect(next.at(-1)).toBe(318);
    expect(next).toHaveLength(2 + 318 - at(2));
  });

  it('wants text after two times', () => {
    expect(allowed([at(0), 3, at(2), at(2.5)]).every((token) => token <= 10)).toBe(true);
  });

  it('never goes back in time, and gives no segment the length 0', () => {
    const next = allowed([at(0), 3, at(2), at(2.5), 4], { 4: LIKELY });
    const times = next.filter((token) => token >= 18);
    expect(times[0]).toBe(at(2.5) + 1);
    expect(times.at(-1)).toBe(318);
  });

  it('writes a time where times together outweigh every word', () => {
    // 250 times of logit 0 weigh ln 250 = 5.5.
    expect(allowed([at(1), 3], { 4: 5 }).every((token) => token > at(1))).toBe(true);
    expect(allowed([at(1), 3], { 4: 6 })).toContain(4);
  });

  it('can always continue: even after the last time', () => {
    expect(allowed([at(0), 3, at(6)], { 10: LIKELY })).toContain(10);
    expect(allowed([at(5.9), at(6), 3])).toContain(10);
  });
});
