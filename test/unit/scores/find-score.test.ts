import { describe, expect, it } from 'vitest';
import { findVariable } from '../../../src/patient-record/chart/variables/catalogue.js';
import { SCORES } from '../../../src/scores/catalogue.js';
import { createScoreFinder } from '../../../src/scores/find-score.js';

const finder = createScoreFinder(SCORES);

describe('the finder of scores', () => {
  it('finds every score by its id, whatever the case and punctuation', () => {
    for (const score of SCORES) {
      expect(finder.find(score.id)).toBe(score);
      expect(finder.find(score.id.toUpperCase().replaceAll('_', '-'))).toBe(score);
    }
  });

  it.each([
    ['NEWS 2', 'news2'],
    ['CHA₂DS₂-VASc', 'cha2ds2_vasc'],
    ['has bled', 'has_bled'],
    ['Q-SOFA', 'qsofa'],
  ])('%s is %s', (name, id) => expect(finder.find(name)?.id).toBe(id));

  it('finds nothing for an unknown id, and suggests similar ones', () => {
    for (const name of ['', 'nonsense', '__proto__', 'constructor', 'toString', 'x'.repeat(500)]) {
      expect(finder.find(name)).toBeUndefined();
    }
    expect(finder.similar('news22')).toContain('news2');
    expect(finder.similar('cha2ds_vasc')).toContain('cha2ds2_vasc');
    expect(finder.similar('zzzzzz')).toEqual([]);
  });
});

it('has each id once', () => {
  const ids = SCORES.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

it('calls one thing by one name: inputs of one name are of one kind, unit and meaning', () => {
  const seen = new Map<string, string>();
  const different = SCORES.flatMap(({ id, inputs }) =>
    Object.entries(inputs).flatMap(([name, input]) => {
      const { kind, variable, title } = input;
      // A variable of the chart is told in the words of the score; its meaning is the chart's.
      const meaning = variable ?? title;
      const facts = JSON.stringify([kind, meaning, 'unit' in input ? input.unit : undefined]);
      const first = seen.get(name) ?? facts;
      seen.set(name, first);
      return first === facts ? [] : [`${id}.${name}: ${facts}, elsewhere ${first}`];
    }),
  );
  expect(different).toEqual([]);
});

it('calls every variable of the chart by its own name', () => {
  const renamed = SCORES.flatMap(({ id, inputs }) =>
    Object.entries(inputs).flatMap(([name, { variable }]) =>
      variable === undefined || variable === name ? [] : [`${id}.${name} is ${variable}`],
    ),
  );
  expect(renamed).toEqual([]);
});

it('gives no input of one score alone a name that means a variable of the chart', () => {
  const doubtful = SCORES.flatMap(({ id, inputs }) =>
    Object.entries(inputs).flatMap(([name, { variable }]) => {
      const meant = variable === undefined ? findVariable(name) : undefined;
      return meant === undefined ? [] : [`${id}.${name} reads like ${meant.name}`];
    }),
  );
  expect(doubtful).toEqual([]);
});

it('has at least ninety scores, each with its own page of worked examples', () => {
  expect(SCORES.length).toBeGreaterThanOrEqual(90);
});
