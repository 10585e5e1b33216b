import { describe, expect, it } from 'vitest';
import { asRecent } from '../../../../src/medications/conditions/stated.js';
import { wordsOf } from '../../../../src/medications/conditions/words.js';

describe('the words for how long ago it was', () => {
  it.each([
    ['MI 2 weeks ago', 'recent MI'],
    ['MI (2 weeks ago)', 'recent MI'],
    ['MI, 3 months ago', 'recent MI'],
    ['stroke last month', 'recent stroke'],
    ['MI 12 months ago', 'MI 12 months ago'],
  ])('%s', (text, read) => {
    const plain = (one: string) => wordsOf(one).map(({ folded }) => folded);
    expect(plain(asRecent(text))).toEqual(plain(read));
  });

  it('are looked for in a time that grows with the text and no faster', () => {
    // Tried at every place and in every way, so many spaces would take minutes.
    const spaces = `a${' '.repeat(20_000)}b`;
    const before = process.cpuUsage();
    expect(asRecent(spaces)).toBe(spaces);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});
