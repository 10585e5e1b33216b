import type { PairVerdict } from '../interactions/schema.js';
import type { Evidence } from '../severity.js';
import type { TakenIngredient } from '../taken.js';
import { heavierFirst, type Path, pathsOf } from './path.js';
import type { MetabolismRules, MetabolismTable, Roles } from './schema.js';
import { tell } from './telling.js';

/** A verdict that tells who changes whom. */
export interface MetabolismVerdict extends PairVerdict {
  /** The ingredient that inhibits or induces. */
  readonly perpetrator: string;
  /** The one whose exposure or activation changes. */
  readonly victim: string;
}

export interface Metabolism {
  /**
   * What enzymes and transporters say of two ingredients that are taken together; nothing where
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

/** `metabolism.cyp3a4.strong-inhibitor.sensitive`; all verdicts of one id weigh the same. */
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
 * @param table roles of each ingredient
 * @param rules how roles become a severity, and the words for it
 */
export function createMetabolism(table: MetabolismTable, rules: MetabolismRules): Metabolism {
  const known = new Map<string, Roles>(Object.entries(table));

  /** Whether it gets to the enzymes by the route that it is taken by. */
  function reaches({ systemic, route }: TakenIngredient, roles: Roles): boolean {
    if (systemic) return route === undefined || !roles.exempt_routes?.includes(route);
    // What is local and of no named route is inhaled, if it is of those that matter then.
    return roles.also_local?.includes(route ?? 'inhaled') ?? false;
  }

  /** With what its constant companion does to others, unless that is named beside it. */
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
    // Most change no pathway at all.
    if (!theirs.inhibits && !theirs.induces && !theirs.always_with) return undefined;
    if (!reaches(victim, mine) || !reaches(partner, theirs)) return undefined;
    const paths = pathsOf(mine, asPartner(partner, theirs), rules);
    // Where it acts by a local route, faster clearance from the blood takes nothing away.
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
      ...tell(partner, changed, path, rules),
      evidence: evidenceOf(path),
      sources: [...new Set(sources)],
      group: GROUP,
      perpetrator,
      victim,
    };
  }

  /** Where each changes the other both ways are told, if the lighter one is worth it. */
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
