import { describe, expect, it } from 'vitest';
import { readTables } from '../../../scripts/knowledge/build/diseases/read-tables.js';
import { openTables } from '../../../scripts/knowledge/measure/cases.js';
import { readJsonLines } from '../../../scripts/knowledge/measure/json-lines.js';
import type { Share } from '../../../scripts/knowledge/measure/share.js';
import {
  assessAtTriage,
  levelOf,
  type Rating,
  shortfallsOf,
  type TimeCriticalCondition,
  type TriageCase,
  triageFigures,
  weightedKappa,
} from '../../../scripts/knowledge/measure/triage-cases.js';
import { URGENCIES } from '../../../src/differential/knowledge/schema.js';
import knownShortfalls from '../../time-critical/shortfalls.json' with { type: 'json' };

const knowledge = await openTables(readTables().tables);
const shareOf = ({ hits, all }: Share) => hits / all;

describe('weighted kappa', () => {
  it('is 1 for the same ratings, 0 where one level is given to all', () => {
    const same: Rating[] = [
      [1, 1],
      [3, 3],
      [5, 5],
    ];
    expect(weightedKappa(same)).toBe(1);
    expect(weightedKappa(same.map(([nurse]) => [nurse, 2]))).toBeLessThanOrEqual(0);
  });
});

describe('urgency on cases with the level of a triage nurse', () => {
  const cases = readJsonLines<TriageCase>('test/triage/building.jsonl');
  const figures = triageFigures(
    cases.map((one) => [one.level, levelOf(assessAtTriage(knowledge, one).urgency.level)]),
  );

  it('has cases of all five levels', () => {
    expect(cases.length).toBeGreaterThanOrEqual(300);
    expect(new Set(cases.map(({ level }) => level))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('discriminates', () => {
    expect(figures.kappa).toBeGreaterThanOrEqual(0.7);
    expect(shareOf(figures.emergenciesAtLeastHigh)).toBeGreaterThanOrEqual(0.97);
    expect(shareOf(figures.minorAtMostModerate)).toBeGreaterThanOrEqual(0.85);
    expect(shareOf(figures.underTriage)).toBeLessThanOrEqual(0.06);
    expect(shareOf(figures.twoLevelsUnder)).toBeLessThanOrEqual(0.01);
    expect(shareOf(figures.exact)).toBeGreaterThanOrEqual(0.48);
  });
});

describe('a patient who cannot be woken or is in shock', () => {
  it.each([
    'unconscious',
    'unresponsive',
    "won't wake up",
    'found collapsed, not waking up',
    'unconscious and cold, blood pressure 70/40, pulse 140, breathing 32',
  ])('is critical: %s', (text) => {
    const { urgency } = assessAtTriage(knowledge, { id: 'x', age: 40, symptoms: [text] });
    expect(urgency.level).toBe('critical');
  });

  it('is not every one whose treatment fails', () => {
    const patient = { id: 'x', age: 40, symptoms: ['back pain unresponsive to pain medication'] };
    expect(assessAtTriage(knowledge, patient).urgency.level).toBe('low');
  });
});

describe('a mishap told as harmless', () => {
  const levelOfWords = (text: string, age: number) =>
    assessAtTriage(knowledge, { id: 'x', age, symptoms: [text] }).urgency.level;

  it.each([
    ['bumped his head, playing happily', 3],
    ['choked on a grape but coughed it out, fine now', 3],
    ['small burn on my finger from the oven', 30],
  ])('is low: %s', (text, age) => {
    expect(levelOfWords(text, age)).toBe('low');
  });

  it.each([
    ['burn of the whole arm from boiling water', 3],
    ['choking on peanut, wheezing on one side', 2],
    ['Dived in shallow water, cannot move legs', 20],
  ])('is critical where it is not: %s', (text, age) => {
    expect(levelOfWords(text, age)).toBe('critical');
  });
});

describe('urgency of plain messages', () => {
  it.each([
    ['messages-building', 0.95, 0.88],
    ['messages-plain-building', 0.97, 0.93],
    ['messages-plain-kept', 0.92, 0.91],
  ])('sees emergencies and leaves the harmless in %s', (name, emergencies, minor) => {
    const figures = triageFigures(
      readJsonLines<TriageCase>(`test/triage/${name}.jsonl`).map((one) => [
        one.level,
        levelOf(assessAtTriage(knowledge, one).urgency.level),
      ]),
    );
    expect(shareOf(figures.emergenciesAtLeastHigh)).toBeGreaterThanOrEqual(emergencies);
    expect(shareOf(figures.minorAtMostModerate)).toBeGreaterThanOrEqual(minor);
    expect(shareOf(figures.underTriage)).toBeLessThanOrEqual(0.1);
  });
});

describe('a call for help', () => {
  const levelFor = (text: string) =>
    levelOf(assessAtTriage(knowledge, { id: 'x', symptoms: [text] }).urgency.level);

  it.each([
    "my wife isn't breathing",
    'my husband has collapsed',
    'neighbour has just collapsed',
    "my husband's choking on a piece of steak",
    'my mother in law fell down the stairs and is unconscious',
    'my brother has hanged himself',
    'my colleague is having a seizure',
  ])('is about the relative who is ill now: %s', (text) => {
    expect(levelFor(text)).toBeLessThanOrEqual(2);
  });

  it.each([
    'my mother had a stroke',
    'my father collapsed and died at 50',
    'my sister has the same cough',
    'my father has diabetes',
    'my brother has had fits since childhood, inherited',
  ])('is not about an illness of the family: %s', (text) => {
    expect(levelFor(text)).toBeGreaterThanOrEqual(3);
  });

  it.each([
    'not breathing, blue lips',
    'no wet nappies, fever and drowsy',
    'no spleen, fever 39.5 and feel awful',
  ])('does not deny what follows the missing breath, urine or spleen: %s', (text) => {
    expect(levelFor(text)).toBeLessThanOrEqual(2);
  });
});

describe('a time-critical condition', () => {
  const conditions = readJsonLines<TimeCriticalCondition>('test/time-critical/conditions.jsonl');

  it('is one of many, each once, at least high, with a source', () => {
    expect(conditions.length).toBeGreaterThanOrEqual(150);
    expect(new Set(conditions.map(({ id }) => id)).size).toBe(conditions.length);
    for (const { level, source } of conditions) {
      expect(URGENCIES.indexOf(level)).toBeGreaterThanOrEqual(URGENCIES.indexOf('high'));
      expect(source).not.toBe('');
    }
  });

  it.each(conditions.map((one) => [one.id, one] as const))(
    '%s has its level and its first action in every wording, but for what is known to be missing',
    (id, condition) => {
      expect(shortfallsOf(knowledge, condition)).toEqual(
        knownShortfalls.filter((one) => one.startsWith(`${id} `)),
      );
    },
  );

  it('is missing in no more wordings than one in ten', () => {
    const wordings = new Set(knownShortfalls.map((one) => one.split(' ').slice(0, 2).join(' ')));
    expect(wordings.size / (3 * conditions.length)).toBeLessThanOrEqual(0.1);
  });
});
