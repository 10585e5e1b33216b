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

/** Whether the route delivers it to the enzymes. */
function reaches({ systemic, route }: TakenIngredient, roles: Roles): boolean {
  if (systemic) return route === undefined || !roles.exempt_routes?.includes(route);
  // A local drug without a stated route is assumed to be inhaled, if that route matters for it.
  return roles.also_local?.includes(route ?? 'inhaled') ?? false;
}

/** The pathways of a drug together with those of its companion. */
const withCompanion = (roles: Roles, companion: Roles): Roles => ({
  ...roles,
  inhibits: { ...roles.inhibits, ...companion.inhibits },
  induces: { ...roles.induces, ...companion.induces },
  persists_days: companion.persists_days,
});

const changesPathways = ({ inhibits, induces, always_with }: Roles): boolean =>
  inhibits !== undefined || induces !== undefined || always_with !== undefined;

/** The more severe effect first. */
const worseFirst = (one: MetabolicEffect, other: MetabolicEffect): number =>
  heavierFirst(one.path, other.path) || one.victim.localeCompare(other.victim);

/** Assesses pairs by the roles of each ingredient; the rules give severity and texts by roles. */
export class Metabolism {
  readonly #roles: ReadonlyMap<string, Roles>;
  readonly #rules: MetabolismRules;

  constructor(table: MetabolismTable, rules: MetabolismRules) {
    this.#roles = new Map(Object.entries(table));
    this.#rules = rules;
  }

  /**
   * Returns the interaction of two ingredients through enzymes and transporters; nothing where
   * neither changes the other. The order of the two does not matter.
   */
  verdict(a: TakenIngredient, b: TakenIngredient): MetabolismVerdict | undefined {
    if (a.ingredient === b.ingredient) return undefined;
    const effects = [this.#effect(a, b), this.#effect(b, a)].filter((one) => one !== undefined);
    const [worst, back] = effects.sort(worseFirst);
    if (worst === undefined) return undefined;
    const verdict = this.#verdictOf(worst);
    // Where each changes the other both directions are reported, if the milder one is severe enough.
    if (back === undefined || back.path.severity === 'minor') return verdict;
    const { mechanism, effect } = this.#verdictOf(back);
    return {
      ...verdict,
      mechanism: `${verdict.mechanism} ${mechanism}`,
      effect: `${verdict.effect} ${effect}`,
    };
  }

  #effect(victim: TakenIngredient, partner: TakenIngredient): MetabolicEffect | undefined {
    const mine = this.#roles.get(victim.ingredient);
    const theirs = this.#roles.get(partner.ingredient);
    if (!mine || !theirs || mine.by_rule_only || theirs.by_rule_only) return undefined;
    // Most drugs change no pathway.
    if (!changesPathways(theirs)) return undefined;
    if (!reaches(victim, mine) || !reaches(partner, theirs)) return undefined;
    const paths = pathsOf(mine, this.#asPartner(partner, theirs), this.#rules);
    // Where a drug acts locally, faster systemic clearance does not reduce its effect.
    const path = victim.systemic ? paths[0] : paths.find(({ action }) => action === 'inhibition');
    return path && { perpetrator: partner.ingredient, victim: victim.ingredient, path };
  }

  /**
   * The pathways of a drug, including those of its obligatory companion unless that is listed
   * separately.
   */
  #asPartner({ together }: TakenIngredient, roles: Roles): Roles {
    const { always_with: companion } = roles;
    if (companion === undefined || together.includes(companion)) return roles;
    const others = this.#roles.get(companion);
    return others === undefined ? roles : withCompanion(roles, others);
  }

  #verdictOf({ perpetrator, victim, path }: MetabolicEffect): MetabolismVerdict {
    const partner = { name: perpetrator, roles: this.#rolesOf(perpetrator) };
    const changed = { name: victim, roles: this.#rolesOf(victim) };
    const sources = new Set([
      ...partner.roles.sources,
      ...changed.roles.sources,
      ...this.#rules.sources.slice(0, 1),
    ]);
    return {
      ruleId: ruleIdOf(path),
      severity: path.severity,
      ...textsOf(partner, changed, path, this.#rules),
      evidence: evidenceOf(path),
      sources: [...sources],
      group: GROUP,
      perpetrator,
      victim,
    };
  }

  #rolesOf(ingredient: string): Roles {
    return this.#roles.get(ingredient) ?? { sources: [] };
  }
}
