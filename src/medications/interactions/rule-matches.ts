import { byText } from '../../core/by-text.js';
import { decideSeverity } from '../decide-severity.js';
import { type Drug, givenBy } from '../drugs.js';
import type { GateContext } from '../gate.js';
import { EVIDENCE, type Severity, weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import { matchSides, pairKey, pairsOf } from './match-sides.js';
import type { SideIndex } from './rule-index.js';
import type { Compatible, PairRule, PairVerdict } from './schema.js';

/** The text of a rule, independent of the drugs. */
export interface Text {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly title?: string | undefined;
  readonly mechanism: string;
  readonly effect: string;
  readonly management: string;
  readonly evidence: PairVerdict['evidence'];
  readonly sources: readonly string[];
  /** A rule without a group forms a group of its own. */
  readonly group: string;
  readonly because: readonly string[];
  /** Pairs of ingredients that the rule covers. */
  readonly breadth: number;
  /** Alerts with the same value are merged. */
  readonly join: string;
}

/** The statement of a rule on two drugs. */
export interface PairRuleMatch {
  readonly text: Text;
  readonly a: Drug;
  readonly b: Drug;
}

/** Most severe first; at equal severity the rule for fewer pairs, which is more specific. */
export function byClaim({ text: x }: PairRuleMatch, { text: y }: PairRuleMatch): number {
  return (
    weightOf(y.severity) - weightOf(x.severity) ||
    x.breadth - y.breadth ||
    EVIDENCE.indexOf(x.evidence) - EVIDENCE.indexOf(y.evidence) ||
    byText(x.join, y.join)
  );
}

export type VerdictOf = (a: TakenIngredient, b: TakenIngredient) => PairVerdict | undefined;

/** Claims by pair of the list, see `pairKey`. */
export type PairRuleMatches = Map<string, PairRuleMatch[]>;

function put(claims: PairRuleMatches, claim: PairRuleMatch): void {
  const key = pairKey(claim.a.name, claim.b.name);
  const known = claims.get(key);
  if (known) known.push(claim);
  else claims.set(key, [claim]);
}

/**
 * Collects the claims of pair rules; on `settled` pairs the rules of enzymes and transporters are
 * skipped.
 */
export function claimsOfRules(
  index: SideIndex<PairRule>,
  drugs: readonly Drug[],
  context: GateContext,
): { readonly claims: PairRuleMatches; readonly settled: ReadonlySet<string> } {
  const claims: PairRuleMatches = new Map();
  const settled = new Set<string>();
  const restrict = (rule: PairRule, side: 'a' | 'b', drug: Drug) =>
    givenBy(side === 'a' ? rule.routes_a : rule.routes_b, drug);
  for (const meeting of matchSides(index, drugs, restrict)) {
    const { entry: rule, breadth } = meeting.indexed;
    const weighed = decideSeverity(rule, context);
    if (weighed === undefined) continue;
    const { id, title, mechanism, effect, management, evidence, sources, group = id } = rule;
    const statement = { title, mechanism, effect, management, evidence, sources, group, breadth };
    const text = { ruleId: id, ...statement, ...weighed, join: `${id} ${weighed.severity}` };
    for (const [a, b] of pairsOf(meeting)) {
      put(claims, { text, a, b });
      if (rule.settles) settled.add(pairKey(a.name, b.name));
    }
  }
  return { claims, settled };
}

/** Returns the most severe verdict of `verdictOf` on two drugs of different lines. */
function verdictOn(a: Drug, b: Drug, verdictOf: VerdictOf): PairRuleMatch | undefined {
  let best: PairRuleMatch | undefined;
  for (const one of a.lines) {
    for (const other of b.lines) {
      if (one.item === other.item) continue;
      const verdict = verdictOf(one, other);
      if (verdict === undefined) continue;
      const first = verdict.perpetrator === b.name ? b : a;
      const { ruleId, severity, group = ruleId, perpetrator = '' } = verdict;
      const join = `${ruleId} ${severity} ${perpetrator}`;
      const text = { because: [], breadth: Number.POSITIVE_INFINITY, join, ...verdict, group };
      const claim = { text, a: first, b: first === a ? b : a };
      if (best === undefined || byClaim(claim, best) < 0) best = claim;
    }
  }
  return best;
}

/** Adds the claims of enzymes and transporters on the pairs that are not settled. */
export function addVerdicts(
  claims: PairRuleMatches,
  settled: ReadonlySet<string>,
  drugs: readonly Drug[],
  verdictOf: VerdictOf,
): void {
  for (const a of drugs) {
    for (const b of drugs) {
      // Drugs are sorted: each pair occurs once.
      if (b === a) break;
      const claim = verdictOn(b, a, verdictOf);
      if (claim && !settled.has(pairKey(a.name, b.name))) put(claims, claim);
    }
  }
}

/** Lowers or removes claims on pairs that are known to be compatible. */
export function capClaims(
  claims: PairRuleMatches,
  index: SideIndex<Compatible>,
  drugs: readonly Drug[],
): void {
  for (const meeting of matchSides(index, drugs, (_entry, _side, drug) => drug)) {
    const { highest } = meeting.indexed.entry;
    for (const [a, b] of pairsOf(meeting)) {
      const key = pairKey(a.name, b.name);
      const claimed = claims.get(key);
      if (claimed === undefined) continue;
      if (highest === null) claims.delete(key);
      else
        claims.set(
          key,
          claimed.map((claim) => lowered(claim, highest)),
        );
    }
  }
}

function lowered(claim: PairRuleMatch, highest: Severity): PairRuleMatch {
  const { text } = claim;
  if (weightOf(text.severity) <= weightOf(highest)) return claim;
  return { ...claim, text: { ...text, severity: highest, join: `${text.join} ${highest}` } };
}
