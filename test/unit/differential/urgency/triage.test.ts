import { describe, expect, it } from 'vitest';
import type { Danger, RuleFacts } from '../../../../src/differential/knowledge/schema.js';
import type { Evidence } from '../../../../src/differential/probability/evidence.js';
import {
  atLeast,
  firedRules,
  numberRules,
  type TriageLimits,
  triage,
} from '../../../../src/differential/urgency/triage.js';
import { disease, numbers, tree } from '../probability/toy.js';
import { differential, evidence } from '../toy-patient.js';

const rule = (more: Partial<RuleFacts>): RuleFacts => ({
  id: 'rule',
  name: 'A rule',
  level: 'high',
  when: [['pain']],
  sources: [{ name: 'A guideline' }, { name: 'Another' }],
  ...more,
});
const by = (more: Partial<RuleFacts>, known: Partial<Evidence>) =>
  firedRules(numberRules([rule(more)], tree), tree, evidence(known))[0]?.by;
const present = numbers('pain', 'fever');

describe('a rule', () => {
  it('holds by one of each row', () => {
    expect(by({ when: [['pain'], ['rash', 'fever']] }, { present })).toEqual(['pain', 'fever']);
    expect(by({ when: [['pain'], ['rash']] }, { present })).toBeUndefined();
  });

  it('holds without what must not be there', () => {
    expect(by({ when: [['pain'], ['!rash']] }, { present })).toEqual(['pain']);
    expect(by({ when: [['pain'], ['!fever']] }, { present })).toBeUndefined();
    expect(by({ when: [['nothing']] }, { present })).toBeUndefined();
    expect(by({ when: [['!nothing']] }, { present })).toEqual([]);
  });

  it('holds within its ages, and not where the age is not known', () => {
    const young = { to_age: 0.25 };
    expect(by(young, { present, person: { age: 0.1 } })).toEqual(['pain']);
    expect(by(young, { present, person: { age: 1 } })).toBeUndefined();
    expect(by(young, { present })).toBeUndefined();
    expect(by({ from_age: 65 }, { present, person: { age: 70 } })).toEqual(['pain']);
    expect(by({ from_age: 65 }, { present, person: { age: 64 } })).toBeUndefined();
  });

  it('holds for its sex and course alone', () => {
    expect(by({ sex: 'F' }, { present, person: { sex: 'F' } })).toEqual(['pain']);
    expect(by({ sex: 'F' }, { present, person: { sex: 'M' } })).toBeUndefined();
    expect(by({ course: ['hours'] }, { present, courses: ['hours'] })).toEqual(['pain']);
    expect(by({ course: ['hours'] }, { present, courses: ['weeks'] })).toBeUndefined();
    expect(by({ course: ['hours'] }, { present })).toBeUndefined();
  });
});

const SOON = [[0.3, 'low']] as const;
const SELF = [[0.5, 'non_urgent']] as const;
const LIMITS: TriageLimits = {
  now: {
    deadly: [
      [0.8, 'critical'],
      [0.2, 'high'],
    ],
    serious: [
      [0.5, 'high'],
      [0.3, 'moderate'],
    ],
    other: [[0.3, 'moderate']],
  },
  today: { deadly: [[0.5, 'high']], serious: [[0.3, 'moderate']], other: [[0.3, 'low']] },
  soon: { deadly: SOON, serious: SOON, other: SOON },
  self: { deadly: SELF, serious: SELF, other: SELF },
};
const of = (care: 'self' | 'soon' | 'today' | 'now', danger: Danger = 'serious') =>
  disease(`${care} ${danger}`, {}, { care, danger });
const levelOf = (...ranked: Parameters<typeof differential>[0]) =>
  triage([], [], differential(ranked), LIMITS).level;

describe('how urgent it is', () => {
  it.each([
    ['now', 'deadly', 0.8, 'critical'],
    ['now', 'deadly', 0.2, 'high'],
    ['now', 'deadly', 0.19, undefined],
    ['now', 'serious', 0.99, 'high'],
    ['now', 'serious', 0.3, 'moderate'],
    ['now', 'moderate', 0.9, 'moderate'],
    ['today', 'deadly', 0.5, 'high'],
    ['today', 'serious', 0.9, 'moderate'],
    ['today', 'minor', 0.9, 'low'],
    ['soon', 'serious', 0.3, 'low'],
    ['self', 'minor', 0.5, 'non_urgent'],
    ['self', 'minor', 0.4, undefined],
  ] as const)('with a %s disease (%s) of %d is %s', (care, danger, probability, level) => {
    expect(levelOf([of(care, danger), probability])).toBe(level);
  });

  const deadly = (count: number, probability: number) =>
    Array.from(
      { length: count },
      (_, n) => [disease(`now ${n}`, {}, { care: 'now', danger: 'deadly' }), probability] as const,
    );

  it('is decided by no sum of improbable diseases', () => {
    const tail = deadly(12, 0.07);
    expect(levelOf(...tail)).toBeUndefined();
    expect(levelOf([of('soon'), 0.4], ...tail)).toBe('low');
  });

  it('is high where several deadly diseases compete, all of which are named', () => {
    expect(levelOf(...deadly(2, 0.12))).toBeUndefined();
    const { level, fired } = triage([], [], differential(deadly(3, 0.12)), LIMITS);
    expect(level).toBe('high');
    expect(fired).toMatchObject([{ firedBy: ['now 0 (12 %)', 'now 1 (12 %)', 'now 2 (12 %)'] }]);
  });

  it('names the disease that decides, with its probability', () => {
    const { fired } = triage([], [], differential([[of('now', 'deadly'), 0.456]]), LIMITS);
    expect(fired).toMatchObject([{ level: 'high', firedBy: ['now deadly (46 %)'] }]);
  });

  it('is what the heaviest of rules, scores and probabilities demands', () => {
    const red = firedRules(
      numberRules([rule({ level: 'critical' })], tree),
      tree,
      evidence({ present }),
    );
    const score = { rule: 'A score', level: 'high', firedBy: ['5 points'], source: 'B' } as const;
    const told = triage(red, [score], differential([[of('self'), 1]]), LIMITS);
    expect(told.level).toBe('critical');
    expect(told.fired.map(({ level }) => level)).toEqual(['critical', 'high', 'non_urgent']);
    expect(told.fired[0]).toEqual({
      rule: 'A rule',
      level: 'critical',
      firedBy: ['pain'],
      source: 'A guideline; Another',
    });
  });

  it('has an order', () => {
    expect(atLeast('low', 'high')).toBe('high');
    expect(atLeast('critical', 'moderate')).toBe('critical');
  });
});
