import { describe, expect, it } from 'vitest';
import { lastPeriodIn } from '../../../../src/differential/evidence/last-period.js';

describe('the last period', () => {
  it.each([
    ['LMP 7 weeks ago', 25, 'missed_period'],
    ['Her last menstrual period was about two months ago.', 19, 'missed_period'],
    ['last period: 39 days ago', 30, 'missed_period'],
    ['last period a year ago', 30, 'missed_period'],
    ['last period two years ago', 52, 'menopause'],
    ['last period 11 months ago', 51, 'menopause'],
  ])('%s, at %d: %s', (text, age, finding) => {
    expect(lastPeriodIn(text, { age })?.finding).toBe(finding);
  });

  it.each([
    ['LMP 3 weeks ago', 25],
    ['last period 38 days ago', 25],
    ['last period 3 months ago', 60],
  ])('%s, at %d, is as usual', (text, age) => {
    expect(lastPeriodIn(text, { age })).toMatchObject({ text: expect.stringMatching(/ago$/) });
    expect(lastPeriodIn(text, { age })?.finding).toBeUndefined();
  });

  it.each(['', 'pain since 7 weeks ago', 'regular periods', 'last seen 7 weeks ago'])(
    'is not told by "%s"',
    (text) => {
      expect(lastPeriodIn(text, { age: 25 })).toBeUndefined();
    },
  );

  it('does not reach over the end of a sentence', () => {
    expect(lastPeriodIn('Last period was normal. Pain began 7 weeks ago.', {})).toBeUndefined();
  });
});
