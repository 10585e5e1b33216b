import { describe, expect, it } from 'vitest';
import type { ActionFacts, DiseaseFacts } from '../../../../src/differential/knowledge/schema.js';
import {
  type Advice,
  adviceFor,
  adviceLine,
  advise,
} from '../../../../src/differential/recommend/recommend.js';
import { disease } from '../probability/toy.js';
import { differential } from '../toy-patient.js';

const action = (text: string, minutes: number, more: Partial<ActionFacts> = {}): ActionFacts => ({
  text,
  within: `within ${minutes} min`,
  minutes,
  ...more,
});
const withActions = (id: string, actions: ActionFacts[], more: Partial<DiseaseFacts> = {}) =>
  disease(id, {}, { actions, ...more });
const danger = (id: string, probability: number, more: Partial<DiseaseFacts> = {}) => ({
  disease: disease(id, {}, { danger: 'deadly', tests: [{ name: `scan of ${id}` }], ...more }),
  probability,
  because: [],
  ask: [],
});
const texts = (advice: readonly Advice[]) => advice.map(({ text }) => text);

describe('what to do', () => {
  const cold = withActions('cold', [action('drink plenty', 5000), action('rest at home', 100)]);
  const rule = {
    id: 'red',
    name: 'Red',
    level: 'critical' as const,
    when: [['pain']],
    actions: [action('call the team', 0)],
    sources: [{ name: 'A guideline' }],
  };

  it('comes soonest first, whichever disease requires it', () => {
    const told = advise([{ rule, by: ['pain'] }], differential([[cold, 0.9]]), []);
    expect(texts(told)).toEqual(['call the team', 'rest at home', 'drink plenty']);
    expect(told.map(({ because }) => because)).toEqual(['pain', 'cold', 'cold']);
  });

  it('is of what is likely alone, and of the first where nothing is', () => {
    const other = withActions('other', [action('something else', 5)]);
    const of = (first: number, second: number) =>
      texts(
        advise(
          [],
          differential([
            [cold, first],
            [other, second],
          ]),
          [],
        ),
      );
    expect(of(0.7, 0.3)).toContain('something else');
    expect(of(0.85, 0.15)).not.toContain('something else');
    expect(of(0.15, 0.14)).toContain('rest at home');
    expect(of(0.05, 0.04)).toEqual([]);
  });

  it('excludes what is dangerous and not too improbable', () => {
    const told = advise([], differential([]), [danger('tear', 0.05), danger('far', 0.01)]);
    expect(told).toEqual([
      expect.objectContaining({
        text: 'Exclude tear: scan of tear',
        within: 'within 1 h',
        source: 'invented',
      }),
    ]);
    const serious = advise([], differential([]), [danger('lump', 0.05, { danger: 'serious' })]);
    expect(serious[0]?.within).toBe('within 24 h');
  });

  it('names the test with the most information, of those worth doing', () => {
    const open = disease('open', {}, { tests: [{ name: 'blood count' }] });
    const rare = disease('rare', {}, { tests: [{ name: 'biopsy' }] });
    expect(
      texts(
        advise(
          [],
          differential([
            [open, 0.5],
            [rare, 0.01],
          ]),
          [],
        ),
      ),
    ).toEqual(['Most informative next test: blood count']);
    expect(texts(advise([], differential([[rare, 0.01]]), []))).toEqual([]);
  });

  it('begins with the first action of a scene, the most urgent rule before others', () => {
    const at = (level: 'high' | 'critical', text: string) => ({
      rule: { ...rule, level, actions: [action(text, 30, { first: true }), action('wait', 60)] },
      by: ['pain'],
    });
    const told = advise(
      [{ rule, by: ['pain'] }, at('high', 'cool the burn'), at('critical', 'open the airway')],
      differential([]),
      [],
    );
    expect(texts(told)).toEqual(['open the airway', 'cool the burn', 'call the team', 'wait']);
  });

  it('says nothing twice in other words', () => {
    const one = withActions('one', [action('Give intravenous fluids now', 1)]);
    const two = withActions('two', [action('give intravenous fluids', 60)]);
    expect(
      texts(
        advise(
          [],
          differential([
            [one, 0.5],
            [two, 0.5],
          ]),
          [],
        ),
      ),
    ).toEqual(['Give intravenous fluids now']);
  });
});

describe('an answer of each type', () => {
  const all: readonly Advice[] = [
    { ...action('now', 0), because: 'x' },
    { ...action('drug', 30, { medicine: true }), because: 'x' },
    { ...action('later', 600), because: 'x' },
  ];

  it('has what belongs to it', () => {
    expect(texts(adviceFor('comprehensive', all))).toEqual(['now', 'drug', 'later']);
    expect(texts(adviceFor('risk_assessment', all))).toEqual(['now', 'drug', 'later']);
    expect(texts(adviceFor('triage', all))).toEqual(['now', 'drug']);
    expect(texts(adviceFor('differential', all))).toEqual(['now', 'later']);
  });
});

describe('a line of advice', () => {
  it('says what, how soon, why and by which source', () => {
    const one = { ...action('Do it', 10, { source: 'NICE' }), because: 'Fever' };
    expect(adviceLine(one)).toBe('Do it (within 10 min) [Fever; NICE]');
    expect(adviceLine({ ...action('Do it', 10), within: '', because: 'Fever' })).toBe(
      'Do it [Fever]',
    );
  });
});
