import { describe, expect, it } from 'vitest';
import { coursesIn } from '../../../../src/differential/evidence/course.js';

describe('how long an illness has lasted', () => {
  it.each([
    ['Pain for 2 hours', ['hours']],
    ['3-day history of cough', ['days']],
    ['started three weeks ago', ['weeks']],
    ['for the past 2 years', ['months']],
    ['It began this morning.', ['hours']],
    ['since yesterday', ['days']],
    ['for several weeks', ['weeks']],
    ['six to eight weeks', ['weeks']],
    ['four to five months', ['months']],
    ['chronic cough that got worse 3 days ago', ['days', 'months']],
    ['an hour ago', ['hours']],
  ])('%s', (text, courses) => {
    expect(coursesIn(text)).toEqual(courses);
  });

  it.each([
    'A 66 year old man',
    '6-month-old girl',
    'He has smoked for 40 years',
    'Her last menstrual period was 6 weeks ago',
    'at 28 weeks gestation',
    'appendix surgery 3 years ago',
    'diagnosed with diabetes 4 years ago',
    'two tablets a day',
    'passes urine every 2 hours',
    '',
  ])('%s says nothing of it', (text) => {
    expect(coursesIn(text)).toEqual([]);
  });
});

describe('a text of many times', () => {
  it('is looked at around each of them alone', () => {
    const many = 'for 2 days '.repeat(9_000);
    expect(coursesIn(many)).toEqual(['days']);
    expect(coursesIn(`${many} smoked for 20 years, `)).toEqual(['days']);
  });

  it('is cut at what ends a clause, and at nothing else', () => {
    expect(coursesIn('smoked for 20 years, cough for 3 days')).toEqual(['days']);
    expect(coursesIn('smoked for 20 years and cough for 3 days')).toEqual(['days']);
    expect(coursesIn('he smoked 1.5 packs, then stopped for 2 weeks')).toEqual(['weeks']);
    expect(coursesIn('a man aged 60 years')).toEqual([]);
  });
});
