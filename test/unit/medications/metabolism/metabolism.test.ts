import { describe, expect, it } from 'vitest';
import { createInteractions } from '../../../../src/medications/interactions/interactions.js';
import { Metabolism } from '../../../../src/medications/metabolism/metabolism.js';
import type { MetabolismTable, Roles } from '../../../../src/medications/metabolism/schema.js';
import { listOf, local, patient, taken } from '../../../support/medication-case.js';
import { classes, metabolism, rules, table } from './shipped.js';

const sources = ['test'];
const of = (more: MetabolismTable) => new Metabolism(more, rules);

describe('a verdict', () => {
  it('names who raises whom, by which enzyme and how much', () => {
    const verdict = metabolism.verdict(taken('clarithromycin'), taken('buspirone'));
    expect(verdict).toMatchObject({
      ruleId: 'metabolism.cyp3a4.strong-inhibitor.sensitive',
      severity: 'major',
      perpetrator: 'clarithromycin',
      victim: 'buspirone',
      title: 'higher levels',
      mechanism: 'Clarithromycin is a strong inhibitor of CYP3A4, which clears buspirone.',
      effect: 'Exposure of buspirone rises five-fold or more.',
      evidence: 'established',
      group: 'metabolism',
    });
    expect(verdict?.management).toContain('2.5 mg once daily with a strong CYP3A4 inhibitor');
    expect(verdict?.sources).toEqual(expect.arrayContaining(['fda:buspirone', 'fda-ddi-table']));
  });

  it('weighs more where the margin is narrow, and says so in its id', () => {
    const verdict = metabolism.verdict(taken('voriconazole'), taken('alfentanil'));
    expect(verdict?.ruleId).toBe('metabolism.cyp3a4.strong-inhibitor.sensitive.narrow');
    expect(verdict?.effect).toContain('narrow margin');
  });

  it('states that induction begins late and outlasts the inducer', () => {
    const verdict = metabolism.verdict(taken('rifampin'), taken('exemestane'));
    expect(verdict?.effect).toMatch(/falls .* fully after about two weeks/);
    expect(verdict?.effect).toContain('treatment may fail');
    expect(verdict?.management).toContain('lasts for about 14 days');
  });

  it('calls a blocked activation a loss of effect', () => {
    const blocked = of({
      prodrug: { substrate: { CYP2D6: 'moderate' }, activated_by: 'CYP2D6', sources },
      blocker: { inhibits: { CYP2D6: 'strong' }, sources },
    }).verdict(taken('prodrug'), taken('blocker'));
    expect(blocked).toMatchObject({
      ruleId: 'metabolism.cyp2d6.strong-inhibitor.activation',
      severity: 'moderate',
      effect: 'Less of the active form: prodrug may not work.',
    });
  });

  it('calls faster activation a danger only at a narrow margin', () => {
    const made = (margin?: 'narrow') =>
      of({
        prodrug: {
          substrate: { CYP2B6: 'moderate' },
          activated_by: 'CYP2B6',
          ...(margin && { margin }),
          sources,
        },
        inducer: { induces: { CYP2B6: 'strong' }, sources },
      }).verdict(taken('prodrug'), taken('inducer'));
    expect(made('narrow')).toMatchObject({
      ruleId: 'metabolism.cyp2b6.strong-inducer.activation.narrow',
      severity: 'moderate',
    });
    expect(made()).toBeUndefined();
  });

  it('adds up CYP3A4 and P-gp that one drug blocks', () => {
    const both: MetabolismTable = {
      victim: { substrate: { CYP3A4: 'moderate', 'P-gp': 'moderate' }, sources },
      blocker: { inhibits: { CYP3A4: 'moderate', 'P-gp': 'moderate' }, sources },
    };
    expect(of(both).verdict(taken('victim'), taken('blocker'))).toMatchObject({
      ruleId: 'metabolism.cyp3a4-p-gp.moderate-inhibitor.moderate.moderate',
      severity: 'moderate',
      mechanism: 'Blocker is a moderate inhibitor of CYP3A4 and P-gp, which clear victim.',
    });
    const one = { ...both, blocker: { inhibits: { CYP3A4: 'moderate' as const }, sources } };
    expect(of(one).verdict(taken('victim'), taken('blocker'))?.severity).toBe('minor');
  });

  it('adds up two enzymes, but not for a drug of wide margin', () => {
    const victim: Roles = { substrate: { CYP2C9: 'moderate', CYP3A4: 'moderate' }, sources };
    const blocker: Roles = { inhibits: { CYP2C9: 'strong', CYP3A4: 'moderate' }, sources };
    const said = (roles: Roles) =>
      of({ victim: roles, blocker }).verdict(taken('victim'), taken('blocker'));
    expect(said(victim)?.severity).toBe('major');
    expect(said({ ...victim, margin: 'wide' })?.severity).toBe('minor');
  });

  it('reports both directions where each changes the other', () => {
    const said = of({
      one: { substrate: { CYP3A4: 'sensitive' }, induces: { CYP2C19: 'strong' }, sources },
      two: { substrate: { CYP2C19: 'sensitive' }, inhibits: { CYP3A4: 'strong' }, sources },
    }).verdict(taken('one'), taken('two'));
    expect(said?.effect).toContain('Exposure of one rises');
    expect(said?.effect).toContain('Exposure of two falls');
  });

  it('is not given of what it does not know, nor of a drug with itself', () => {
    expect(metabolism.verdict(taken('clarithromycin'), taken('unheard of'))).toBeUndefined();
    expect(metabolism.verdict(taken('aprepitant'), taken('aprepitant'))).toBeUndefined();
    expect(metabolism.verdict(taken('lisinopril'), taken('acetaminophen'))).toBeUndefined();
  });
});

describe('routes', () => {
  const itraconazole = taken('itraconazole');

  it('are exempt where the drug stays where it is put', () => {
    const cream = local('tacrolimus', 'topical');
    expect(metabolism.verdict(itraconazole, cream)).toBeUndefined();
    expect(metabolism.verdict(itraconazole, taken('tacrolimus'))?.severity).toBe('major');
    const shampoo = local('ketoconazole', 'topical');
    expect(metabolism.verdict(shampoo, taken('tacrolimus'))).toBeUndefined();
  });

  it('count where a local drug is raised all the same, and never as a loss', () => {
    const inhaled = local('fluticasone', 'inhaled');
    expect(metabolism.verdict(itraconazole, inhaled)?.perpetrator).toBe('itraconazole');
    const unsaid = taken('fluticasone', { systemic: false });
    expect(metabolism.verdict(itraconazole, unsaid)?.perpetrator).toBe('itraconazole');
    expect(metabolism.verdict(taken('rifampin'), inhaled)).toBeUndefined();
    const skin = local('fluticasone', 'topical');
    expect(metabolism.verdict(itraconazole, skin)).toBeUndefined();
  });

  it('of oral gel and vaginal miconazole reach the liver, cream does not', () => {
    const gel = local('miconazole', 'oromucosal');
    const cream = local('miconazole', 'topical');
    expect(metabolism.verdict(gel, taken('phenytoin'))?.perpetrator).toBe('miconazole');
    expect(metabolism.verdict(cream, taken('phenytoin'))).toBeUndefined();
  });

  it('past the liver spare a drug that the first pass decides', () => {
    const patch = taken('oxybutynin', { route: 'transdermal' });
    expect(metabolism.verdict(itraconazole, patch)).toBeUndefined();
    expect(metabolism.verdict(itraconazole, taken('oxybutynin'))?.severity).toBe('minor');
  });
});

describe('a constant companion', () => {
  it('is thought of when the list leaves it out', () => {
    const alone = metabolism.verdict(taken('nirmatrelvir'), taken('alfentanil'));
    expect(alone).toMatchObject({ perpetrator: 'nirmatrelvir', severity: 'major' });
  });

  it('speaks for itself when it is there', () => {
    const boosted = taken('nirmatrelvir', { together: ['ritonavir'] });
    expect(metabolism.verdict(boosted, taken('alfentanil'))).toBeUndefined();
    expect(metabolism.verdict(taken('ritonavir'), taken('alfentanil'))?.severity).toBe('major');
  });
});

describe('verdicts of one id', () => {
  it('are one alert where one drug changes several others', () => {
    const { check } = createInteractions(
      { pairs: [], counts: [], compatible: [] },
      classes,
      (a, b) => metabolism.verdict(a, b),
    );
    const list = ['clarithromycin', 'tadalafil', 'zopiclone', 'vilazodone'];
    const { findings } = check(listOf(list), patient());
    const [alert, ...others] = findings.filter(({ drugs }) => drugs.includes('clarithromycin'));
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ ruleId: 'metabolism.cyp3a4.strong-inhibitor.moderate' });
    expect(alert?.drugs).toEqual(['clarithromycin', 'tadalafil', 'vilazodone', 'zopiclone']);
    expect(alert?.management).toContain('Vilazodone: Not above 20 mg');
  });

  it('order equal severities by id, whichever medicine comes first', () => {
    const weights = new Map<string, string>();
    const names = Object.keys(table).filter((_, index) => index % 3 === 0);
    for (const a of names) {
      for (const b of names) {
        const verdict = metabolism.verdict(taken(a), taken(b));
        if (!verdict) continue;
        const { ruleId, severity } = verdict;
        expect(weights.get(ruleId) ?? severity, ruleId).toBe(severity);
        weights.set(ruleId, severity);
      }
    }
    expect(weights.size).toBeGreaterThan(50);
  });
});
