import { describe, expect, it } from 'vitest';
import type { VerdictOf } from '../../../../src/medications/interactions/rule-matches.js';
import type { PairVerdict } from '../../../../src/medications/interactions/schema.js';
import { patient, taken } from '../../../support/medication-case.js';
import { ask, countRule, rule, told } from './made.js';

describe('alerts', () => {
  it('join the pairs of one rule', () => {
    const pairs = [rule('r', ['warfine'], ['painless', 'other'])];
    const [finding, ...more] = ask({ pairs }, ['painless', 'warfine', 'other']);
    expect(more).toEqual([]);
    expect(finding?.drugs).toEqual(['warfine', 'other', 'painless']);
    expect(finding?.pairs).toEqual([
      ['warfine', 'other'],
      ['warfine', 'painless'],
    ]);
    expect(finding?.title).toBe('Warfine with other and painless: bleeding');
  });

  it('name all drugs of a rule of like with like at once', () => {
    const pairs = [rule('r', ['@sedatives'], ['@sedatives'], { effect: 'QT prolongation' })];
    const [finding] = ask({ pairs }, ['gammazine', 'alphazine', 'betazine']);
    expect(finding?.drugs).toEqual(['alphazine', 'betazine', 'gammazine']);
    expect(finding?.pairs).toHaveLength(3);
    expect(finding?.title).toBe('Alphazine, betazine and gammazine together: QT prolongation');
  });

  it('stay apart where the drugs have nothing to do with each other', () => {
    const pairs = [
      rule('wide', ['@statins'], ['@sedatives']),
      rule('x', ['onestatin'], ['betazine'], { severity: 'contraindicated', group: 'wide' }),
      rule('y', ['twostatin'], ['alphazine'], { severity: 'contraindicated', group: 'wide' }),
    ];
    const list = ['onestatin', 'twostatin', 'alphazine', 'betazine'];
    expect(told(ask({ pairs }, list)).filter(([id]) => id === 'wide')).toEqual([
      ['wide', 'major', 'onestatin+alphazine'],
      ['wide', 'major', 'twostatin+betazine'],
    ]);
  });

  it('shorten long lists in the title', () => {
    const others = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'];
    const pairs = [rule('r', ['warfine'], others)];
    const [finding] = ask({ pairs }, ['warfine', ...others]);
    expect(finding?.title).toBe('Warfine with aa, bb, cc, dd and 2 more: bleeding');
  });
});

describe('pairs that go together', () => {
  const pairs = [rule('r', ['warfine'], ['painless', 'other'])];
  const entry = { id: 'c', a: ['painless'], b: ['warfine'], why: 'w', sources: ['s'] };

  it('are no more severe than what is known of them', () => {
    const compatible = [{ ...entry, highest: 'minor' as const }];
    expect(told(ask({ pairs, compatible }, ['warfine', 'painless', 'other']))).toEqual([
      ['r', 'major', 'warfine+other'],
      ['r', 'minor', 'warfine+painless'],
    ]);
  });

  it('are left out where the pair is compatible at any severity', () => {
    const compatible = [{ ...entry, highest: null }];
    expect(ask({ pairs, compatible }, ['warfine', 'painless'])).toEqual([]);
  });

  it('are no louder by this', () => {
    const minor = [rule('r', ['warfine'], ['painless'], { severity: 'minor' })];
    const compatible = [{ ...entry, highest: 'moderate' as const }];
    expect(ask({ pairs: minor, compatible }, ['warfine', 'painless'])[0]?.severity).toBe('minor');
  });
});

describe('what enzymes do', () => {
  const verdict: PairVerdict = {
    ruleId: 'metabolism.inhibitor',
    severity: 'major',
    mechanism: 'm',
    effect: 'More of the drug in the blood',
    management: 'Halve the dose.',
    evidence: 'established',
    sources: ['t'],
    group: 'metabolism',
    perpetrator: 'azole',
  };
  const verdictOf: VerdictOf = (a, b) => {
    const victim = [a, b].find(({ ingredient }) => ingredient.endsWith('statin'))?.ingredient;
    const azole = [a, b].some(({ ingredient }) => ingredient === 'azole');
    return victim && azole ? { ...verdict, mechanism: `The azole raises ${victim}.` } : undefined;
  };

  it('is one alert for one perpetrator, in its words on each victim', () => {
    const [finding, ...more] = ask({}, ['twostatin', 'azole', 'onestatin'], patient(), verdictOf);
    expect(more).toEqual([]);
    expect(finding?.drugs).toEqual(['azole', 'onestatin', 'twostatin']);
    expect(finding?.mechanism).toBe('The azole raises onestatin. The azole raises twostatin.');
    expect(finding?.management).toBe('Halve the dose.');
  });

  it('says no more where a rule settles it, whatever that weighs', () => {
    const settles = 'metabolism' as const;
    const pairs = [rule('r', ['azole'], ['onestatin'], { severity: 'minor', settles })];
    const list = ['azole', 'onestatin', 'twostatin'];
    expect(told(ask({ pairs }, list, patient(), verdictOf))).toEqual([
      ['metabolism.inhibitor', 'major', 'azole+twostatin'],
      ['r', 'minor', 'azole+onestatin'],
    ]);
  });

  it('is heard again where the circumstance of such a rule does not hold', () => {
    const when = { sex: 'F' as const };
    const pairs = [rule('r', ['azole'], ['onestatin'], { when, settles: 'metabolism' })];
    const [finding] = ask({ pairs }, ['azole', 'onestatin'], patient({ sex: 'M' }), verdictOf);
    expect(finding?.ruleId).toBe('metabolism.inhibitor');
  });
});

describe('rules that count', () => {
  const three = [{ of: ['@sedatives'], at_least: 3 }];
  const group = 'sleep';
  const pairs = [
    rule('strong', ['alphazine'], ['betazine'], { group }),
    rule('weak', ['@sedatives=2'], ['@sedatives=2'], { group, severity: 'minor' }),
  ];
  const list = ['alphazine', 'betazine', 'gammazine'];

  it('stand for the pairs of their group that weigh no more', () => {
    const counts = [countRule('three', three, { group })];
    expect(told(ask({ pairs, counts }, list))).toEqual([
      ['three', 'major', 'alphazine+betazine+gammazine'],
    ]);
    expect(told(ask({ pairs, counts }, list.slice(0, 2)))).toEqual([
      ['strong', 'major', 'alphazine+betazine'],
    ]);
  });

  it('leave heavier pairs, and those of other groups', () => {
    const counts = [countRule('three', three, { group, severity: 'moderate' })];
    expect(told(ask({ pairs, counts }, list)).map(([id]) => id)).toEqual(['strong', 'three']);
    const other = [rule('other', ['alphazine'], ['betazine'])];
    const more = [countRule('three', three, { group })];
    expect(told(ask({ pairs: other, counts: more }, list)).map(([id]) => id)).toEqual([
      'other',
      'three',
    ]);
  });

  it('need enough of each sort', () => {
    const each = [
      { of: ['@sedatives'], at_least: 1 },
      { of: ['@statins', 'warfine'], at_least: 2 },
    ];
    const counts = [countRule('each', each)];
    expect(ask({ counts }, ['alphazine', 'onestatin'])).toEqual([]);
    expect(told(ask({ counts }, ['alphazine', 'onestatin', 'warfine']))).toEqual([
      ['each', 'major', 'alphazine+onestatin+warfine'],
    ]);
  });

  it('count what reaches the blood, and no single product', () => {
    const counts = [countRule('three', three)];
    const local = { route: 'topical' as const, systemic: false };
    expect(ask({ counts }, ['alphazine', 'betazine', taken('gammazine', local)])).toEqual([]);
    const product = list.map((name) => taken(name, { item: 'one' }));
    expect(ask({ counts }, product)).toEqual([]);
    expect(ask({ counts }, [...product, taken('alphazine', { item: 'two' })])).toHaveLength(1);
  });

  it('are raised by circumstances', () => {
    const raise = [
      { when: { fact: 'age', from: 65, unit: 'a' }, severity: 'contraindicated' as const },
    ];
    const counts = [countRule('three', three, { raise })];
    const [finding] = ask({ counts }, list, patient({ age: 80 }));
    expect(finding?.severity).toBe('contraindicated');
    expect(finding?.because).toEqual(['age 80 years is at or above 65']);
  });
});
