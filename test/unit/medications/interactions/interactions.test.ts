import { describe, expect, it } from 'vitest';
import { patient, taken } from '../../../support/medication-case.js';
import { ask, rule, told } from './made.js';

describe('a pair', () => {
  const pairs = [rule('bleed', ['warfine'], ['painless'])];

  it('is reported in either order, with its lines', () => {
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
    const [finding] = ask({ pairs: raised }, list, patient({}, { conditions: ['ulcer'] }));
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

  it('are reported by the most severe rule', () => {
    const pairs = two({ severity: 'moderate', group: 'g' }, { severity: 'major', group: 'g' });
    expect(told(ask({ pairs }, list))).toEqual([['second', 'major', 'warfine+painless']]);
  });

  it('are reported by the rule for fewer pairs where severities are equal', () => {
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
