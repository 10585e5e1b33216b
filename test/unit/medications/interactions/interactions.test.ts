import { describe, expect, it } from 'vitest';
import type { VerdictOf } from '../../../../src/medications/interactions/claims.js';
import type { Verdict } from '../../../../src/medications/interactions/schema.js';
import { ask, countRule, patient, rule, taken } from './made.js';

const told = (findings: ReturnType<typeof ask>) =>
  findings.map(({ ruleId, severity, drugs }) => [ruleId, severity, drugs.join('+')]);

describe('a pair', () => {
  const pairs = [rule('bleed', ['warfine'], ['painless'])];

  it('is told in either order, with its lines', () => {
    for (const list of [
      ['warfine', 'painless'],
      ['painless', 'warfine'],
    ]) {
      expect(ask({ pairs }, list)).toEqual([
        {
          kind: 'interaction',
          severity: 'major',
          drugs: ['warfine', 'painless'],
          items: ['medications.warfine', 'medications.painless'],
          title: 'Warfine with painless: bleeding',
          mechanism: 'A mechanism.',
          effect: 'Bleeding, some of it bad',
          management: 'Avoid.',
          evidence: 'established',
          ruleId: 'bleed',
          sources: ['s'],
          topic: 'bleed',
        },
      ]);
    }
  });

  it('is nothing where one of the two is missing', () => {
    expect(ask({ pairs }, ['warfine', 'other'])).toEqual([]);
    expect(ask({ pairs }, [])).toEqual([]);
  });

  it('is never a drug with itself, on however many lines', () => {
    const same = [rule('same', ['@statins'], ['@statins'])];
    const twice = [taken('onestatin', { item: 'a' }), taken('onestatin', { item: 'b' })];
    expect(ask({ pairs: same }, twice)).toEqual([]);
  });

  it('is never the parts of one product, but is a part with the other on another line', () => {
    const product = [taken('warfine', { item: 'a' }), taken('painless', { item: 'a' })];
    expect(ask({ pairs }, product)).toEqual([]);
    const [finding] = ask({ pairs }, [...product, taken('painless', { item: 'b' })]);
    expect(finding?.items).toEqual(['a', 'b']);
  });

  it('leaves out members and pairs that the rule excepts', () => {
    const some = [
      rule('r', ['@statins'], ['@sedatives'], {
        not_a: ['twostatin'],
        not: [['alphazine', 'onestatin']],
      }),
    ];
    const list = ['onestatin', 'twostatin', 'alphazine', 'betazine'];
    expect(told(ask({ pairs: some }, list))).toEqual([['r', 'major', 'onestatin+betazine']]);
  });

  it('goes by the weight in a class', () => {
    const heavy = [rule('r', ['@sedatives>=3'], ['@sedatives=2'])];
    const list = ['alphazine', 'betazine', 'gammazine'];
    expect(told(ask({ pairs: heavy }, list))).toEqual([
      ['r', 'major', 'alphazine+betazine+gammazine'],
    ]);
  });
});

describe('routes', () => {
  const drops = taken('warfine', { route: 'ophthalmic', systemic: false });
  const local = taken('warfine', { systemic: false });

  it('are those into the blood where a rule names none', () => {
    const pairs = [rule('r', ['warfine'], ['painless'])];
    expect(ask({ pairs }, [drops, 'painless'])).toEqual([]);
    expect(ask({ pairs }, [taken('warfine', { route: 'oral' }), 'painless'])).toHaveLength(1);
  });

  it('are all where it says so', () => {
    const pairs = [rule('r', ['warfine'], ['painless'], { routes_a: 'any' })];
    expect(ask({ pairs }, [drops, 'painless'])).toHaveLength(1);
  });

  it('are those that it names; a line without one has the usual kind', () => {
    const oral = [rule('r', ['warfine'], ['painless'], { routes_a: ['oral'] })];
    const injected = taken('warfine', { route: 'intravenous' });
    expect(ask({ pairs: oral }, [injected, 'painless'])).toEqual([]);
    expect(ask({ pairs: oral }, ['warfine', 'painless'])).toHaveLength(1);
    expect(ask({ pairs: oral }, [local, 'painless'])).toEqual([]);
    const inhaled = [rule('r', ['warfine'], ['painless'], { routes_a: ['inhaled'] })];
    expect(ask({ pairs: inhaled }, [local, 'painless'])).toHaveLength(1);
    expect(ask({ pairs: inhaled }, ['warfine', 'painless'])).toEqual([]);
  });

  it('pick the line that the alert is about', () => {
    const pairs = [rule('r', ['warfine'], ['painless'])];
    const lines = [{ ...drops, item: 'drops' }, taken('warfine', { item: 'tablet' }), 'painless'];
    expect(ask({ pairs }, lines)[0]?.items).toEqual(['tablet', 'medications.painless']);
  });
});

describe('circumstances', () => {
  const kidney = { fact: 'egfr', below: 30, unit: 'mL/min/{1.73_m2}' } as const;
  const pairs = [rule('r', ['warfine'], ['painless'], { when: kidney })];
  const list = ['warfine', 'painless'];

  it('make a rule hold, fall, or weigh one step less where they are not known', () => {
    const [finding] = ask({ pairs }, list, patient({ egfr: 24 }));
    expect(finding?.severity).toBe('major');
    expect(finding?.because).toEqual(['eGFR 24 mL/min/1.73 m² is below 30']);
    expect(ask({ pairs }, list, patient({ egfr: 80 }))).toEqual([]);
    const [unknown] = ask({ pairs }, list);
    expect(unknown?.severity).toBe('moderate');
    expect(unknown?.because).toBeUndefined();
  });

  it('weigh as a rule says where they are not known', () => {
    const silent = [rule('r', ['warfine'], ['painless'], { when: kidney, otherwise: 'silent' })];
    expect(ask({ pairs: silent }, list)).toEqual([]);
    const same = [rule('r', ['warfine'], ['painless'], { when: kidney, otherwise: 'major' })];
    expect(ask({ pairs: same }, list)[0]?.severity).toBe('major');
  });

  it('raise, and never lower, what they are known for', () => {
    const raise = [
      { when: kidney, severity: 'contraindicated' as const },
      { when: { condition: ['ulcer'] }, severity: 'moderate' as const },
    ];
    const raised = [rule('r', ['warfine'], ['painless'], { raise })];
    expect(ask({ pairs: raised }, list)[0]?.severity).toBe('major');
    expect(ask({ pairs: raised }, list, patient({ egfr: 20 }))[0]?.severity).toBe(
      'contraindicated',
    );
    const [finding] = ask({ pairs: raised }, list, patient({}, ['ulcer']));
    expect(finding?.severity).toBe('major');
    expect(finding?.because).toBeUndefined();
  });
});

describe('several rules on one pair', () => {
  const list = ['warfine', 'painless'];
  const two = (x: object, y: object) => [
    rule('first', ['warfine'], ['painless'], x),
    rule('second', ['@thinners'], ['painless', 'other'], y),
  ];

  it('are told by the heaviest', () => {
    const pairs = two({ severity: 'moderate', group: 'g' }, { severity: 'major', group: 'g' });
    expect(told(ask({ pairs }, list))).toEqual([['second', 'major', 'warfine+painless']]);
  });

  it('are told by the one for fewer pairs where they weigh the same', () => {
    const [finding, ...more] = ask({ pairs: two({ group: 'g' }, { group: 'g' }) }, list);
    expect(more).toEqual([]);
    expect(finding?.ruleId).toBe('first');
    expect(finding?.also).toBeUndefined();
  });

  it('leave what they say of something else beside it, trifles out', () => {
    const [finding] = ask({ pairs: two({ group: 'g' }, { group: 'h' }) }, list);
    expect(finding?.also?.map(({ ruleId, title }) => [ruleId, title])).toEqual([
      ['second', 'Warfine with painless: bleeding'],
    ]);
    const [alone] = ask({ pairs: two({ group: 'g' }, { group: 'h', severity: 'minor' }) }, list);
    expect(alone?.also).toBeUndefined();
  });
});

describe('alerts', () => {
  it('join the pairs that one rule tells', () => {
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

  it('are told no louder than is known of them', () => {
    const compatible = [{ ...entry, highest: 'minor' as const }];
    expect(told(ask({ pairs, compatible }, ['warfine', 'painless', 'other']))).toEqual([
      ['r', 'major', 'warfine+other'],
      ['r', 'minor', 'warfine+painless'],
    ]);
  });

  it('are not told at all where nothing may be said', () => {
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
  const verdict: Verdict = {
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
