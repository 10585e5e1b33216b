import type { PairVerdict } from '../interactions/schema.js';
import type { Evidence } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { textsOf } from './pair-texts.js';
import { heavierFirst, type Path, pathsOf } from './path.js';
import type { MetabolismRules, MetabolismTable, Roles } from './schema.js';

/** A verdict with perpetrator and victim. */
export interface MetabolismVerdict extends PairVerdict {
  /** The ingredient that inhibits or induces. */
  readonly perpetrator: string;
  /** The ingredient whose exposure or activation changes. */
  readonly victim: string;
}

export interface Metabolism {
  /**
   * Returns the interaction of two ingredients through enzymes and transporters; nothing where
   * neither changes the other. The order of the two does not matter.
   */
  verdict(a: TakenIngredient, b: TakenIngredient): MetabolismVerdict | undefined;
}

const GROUP = 'metabolism';

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const ROLE_WORDS: Readonly<Record<Path['action'], string>> = {
  inhibition: 'inhibitor',
  induction: 'inducer',
  activation_blocked: 'inhibitor',
  activation_induced: 'inducer',
};

/**
 * `metabolism.cyp3a4.strong-inhibitor.sensitive`; all verdicts with one id have the same severity.
 */
function ruleIdOf({ action, pathways, grade, victimGrade, row, severity }: Path): string {
  const role = `${grade}-${ROLE_WORDS[action]}`;
  const whom = action.startsWith('activation') ? 'activation' : victimGrade;
  const margin = row === 'usual' ? [] : [row];
  const raised = pathways.length > 1 ? [severity] : [];
  return ['metabolism', slug(pathways.join('-')), role, whom, ...margin, ...raised].join('.');
}

function evidenceOf({ grade, victimGrade }: Path): Evidence {
  if (grade === 'weak' || victimGrade === 'minor') return 'theoretical';
  return grade === 'strong' || victimGrade === 'sensitive' ? 'established' : 'probable';
}

interface MetabolicEffect {
  readonly perpetrator: string;
  readonly victim: string;
  readonly path: Path;
}

/**
 * Builds the assessment of pairs.
 *
 * @param table roles of each ingredient
 * @param rules severity and texts by roles
 */
export function createMetabolism(table: MetabolismTable, rules: MetabolismRules): Metabolism {
  const known = new Map<string, Roles>(Object.entries(table));

  /** Whether the route delivers it to the enzymes. */
  function reaches({ systemic, route }: TakenIngredient, roles: Roles): boolean {
    if (systemic) return route === undefined || !roles.exempt_routes?.includes(route);
    // A local drug without a stated route is assumed to be inhaled, if that route matters for it.
    return roles.also_local?.includes(route ?? 'inhaled') ?? false;
  }

  /**
   * The pathways of a drug, including those of its obligatory companion unless that is listed
   * separately.
   */
  function asPartner({ together }: TakenIngredient, roles: Roles): Roles {
    const companion = roles.always_with;
    const others = companion === undefined ? undefined : known.get(companion);
    if (!others || together.includes(companion ?? '')) return roles;
    return {
      ...roles,
      inhibits: { ...roles.inhibits, ...others.inhibits },
      induces: { ...roles.induces, ...others.induces },
      persists_days: others.persists_days,
    };
  }

  function change(victim: TakenIngredient, partner: TakenIngredient): MetabolicEffect | undefined {
    const mine = known.get(victim.ingredient);
    const theirs = known.get(partner.ingredient);
    if (!mine || !theirs || mine.by_rule_only || theirs.by_rule_only) return undefined;
    // Most drugs change no pathway.
    if (!theirs.inhibits && !theirs.induces && !theirs.always_with) return undefined;
    if (!reaches(victim, mine) || !reaches(partner, theirs)) return undefined;
    const paths = pathsOf(mine, asPartner(partner, theirs), rules);
    // Where a drug acts locally, faster systemic clearance does not reduce its effect.
    const path = victim.systemic ? paths[0] : paths.find(({ action }) => action === 'inhibition');
    return path && { perpetrator: partner.ingredient, victim: victim.ingredient, path };
  }

  function toldOf({ perpetrator, victim, path }: MetabolicEffect): MetabolismVerdict {
    const partner = { name: perpetrator, roles: known.get(perpetrator) ?? { sources: [] } };
    const changed = { name: victim, roles: known.get(victim) ?? { sources: [] } };
    const sources = [
      ...partner.roles.sources,
      ...changed.roles.sources,
      ...rules.sources.slice(0, 1),
    ];
    return {
      ruleId: ruleIdOf(path),
      severity: path.severity,
      ...textsOf(partner, changed, path, rules),
      evidence: evidenceOf(path),
      sources: [...new Set(sources)],
      group: GROUP,
      perpetrator,
      victim,
    };
  }

  /**
   * Where each changes the other both directions are reported, if the milder one is severe enough.
   */
  function withReturn(
    verdict: MetabolismVerdict,
    back: MetabolicEffect | undefined,
  ): MetabolismVerdict {
    if (!back || back.path.severity === 'minor') return verdict;
    const { mechanism, effect } = toldOf(back);
    return {
      ...verdict,
      mechanism: `${verdict.mechanism} ${mechanism}`,
      effect: `${verdict.effect} ${effect}`,
    };
  }

  return {
    verdict(a, b) {
      if (a.ingredient === b.ingredient) return undefined;
      const changes = [change(a, b), change(b, a)].filter((one) => one !== undefined);
      const [worst, back] = changes.sort(
        (one, other) =>
          heavierFirst(one.path, other.path) || one.victim.localeCompare(other.victim),
      );
      return worst && withReturn(toldOf(worst), back);
    },
  };
}
