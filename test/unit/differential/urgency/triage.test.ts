import { describe, expect, it } from 'vitest';
import type { RuleFacts } from '../../../../src/differential/knowledge/schema.js';
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

const LIMITS: TriageLimits = { nowCritical: 0.8, nowHigh: 0.1, todayHigh: 0.5, soonModerate: 0.4 };
const of = (care: 'self' | 'soon' | 'today' | 'now') => disease(care, {}, { care });

describe('how urgent it is', () => {
  it.each([
    [0.9, 0, 0, 'critical'],
    [0.1, 0, 0, 'high'],
    [0.05, 0.45, 0, 'high'],
    [0.05, 0.3, 0.1, 'moderate'],
    [0.05, 0.1, 0.1, 'low'],
  ] as const)('with %d now, %d today, %d soon is %#: %s', (now, today, soon, level) => {
    const self = 1 - now - today - soon;
    const told = triage(
      [],
      [],
      differential([
        [of('self'), self],
        [of('now'), now],
        [of('today'), today],
        [of('soon'), soon],
      ]),
      LIMITS,
    );
    expect(told.level).toBe(level);
    expect(told.fired).toHaveLength(1);
  });

  it('is not low where nothing that is known fits', () => {
    expect(triage([], [], differential([[of('self'), 0.5]], 0.5), LIMITS).level).toBe('moderate');
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
    expect(told.fired.map(({ level }) => level)).toEqual(['critical', 'high', 'low']);
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
