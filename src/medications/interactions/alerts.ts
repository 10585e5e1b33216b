import { byText } from '../../core/by-text.js';
import { groupBy } from '../../core/group.js';
import { type Drug, itemsOf } from '../drugs.js';
import type { Finding, Statement } from '../finding.js';
import { weightOf } from '../severity.js';
import type { CountRuleMatch } from './counts.js';
import { byClaim, type PairRuleMatch, type Text } from './rule-matches.js';
import { titleOf } from './wording.js';

/** The main statement on a pair, and further statements on it. */
export interface PairStatement {
  readonly winner: PairRuleMatch;
  readonly also: readonly PairRuleMatch[];
}

const isMinor = ({ text }: PairRuleMatch) => text.severity === 'minor';

/**
 * The most severe wins; the most severe of every other group is added. Minor ones next to it are
 * left out.
 */
export function pairStatement(claims: readonly PairRuleMatch[]): PairStatement | undefined {
  const [winner, ...others] = [...claims].sort(byClaim);
  if (winner === undefined) return undefined;
  const groups = new Set([winner.text.group]);
  const also = others.filter((claim) => {
    if (groups.has(claim.text.group) || (isMinor(claim) && !isMinor(winner))) return false;
    groups.add(claim.text.group);
    return true;
  });
  return { winner, also };
}

const names = (drugs: Iterable<Drug>) => [...new Set([...drugs].map(({ name }) => name))].sort();

/** Drugs of the first side, and those of the second side alone; a symmetric rule has one side. */
function sidesOf(
  claims: readonly PairRuleMatch[],
): readonly [readonly string[], readonly string[]] {
  const first = names(claims.map(({ a }) => a));
  const second = names(claims.map(({ b }) => b));
  const mixed = first.some((name) => second.includes(name));
  return mixed ? [[...new Set([...first, ...second])].sort(), []] : [first, second];
}

/** Splits a text into sentences. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let stop = text.indexOf('. '); stop >= 0; stop = text.indexOf('. ', from)) {
    sentences.push(text.slice(from, stop + 1));
    from = stop + 2;
  }
  return [...sentences, text.slice(from)];
}

/** Joins texts; each sentence occurs once. */
const together = (texts: readonly string[]) => [...new Set(texts.flatMap(sentencesOf))].join(' ');

function statementOf(claims: readonly PairRuleMatch[], head: Text): Statement {
  const texts = claims.map(({ text }) => text);
  const [first, second] = sidesOf(claims);
  return {
    severity: head.severity,
    title: titleOf(first, second, head),
    mechanism: together(texts.map((text) => text.mechanism)),
    effect: together(texts.map((text) => text.effect)),
    management: together(texts.map((text) => text.management)),
    evidence: head.evidence,
    ruleId: head.ruleId,
    sources: [...new Set(texts.flatMap((text) => text.sources))],
  };
}

/** Splits the claims of one rule into groups of connected drugs. */
function components(claims: readonly PairRuleMatch[]): PairRuleMatch[][] {
  const parts: { drugs: Set<string>; claims: PairRuleMatch[] }[] = [];
  for (const claim of claims) {
    const own = [claim.a.name, claim.b.name];
    const touched = parts.filter(({ drugs }) => own.some((name) => drugs.has(name)));
    const merged = {
      drugs: new Set([...touched.flatMap(({ drugs }) => [...drugs]), ...own]),
      claims: [...touched.flatMap((part) => part.claims), claim],
    };
    for (const part of touched) parts.splice(parts.indexOf(part), 1);
    parts.push(merged);
  }
  return parts.map((part) => part.claims);
}

const byJoin = (claims: readonly PairRuleMatch[]): PairRuleMatch[][] => [
  ...groupBy(claims, ({ text }) => text.join).values(),
];

const byNames = (x: PairRuleMatch, y: PairRuleMatch) =>
  byText(x.a.name, y.a.name) || byText(x.b.name, y.b.name);

function statementsOf(claims: readonly PairRuleMatch[]): readonly Statement[] {
  return byJoin(claims)
    .map((claims) => claims.sort(byClaim))
    .sort(([x], [y]) => (x && y ? byClaim(x, y) : 0))
    .flatMap((claims) => (claims[0] ? [statementOf(claims.sort(byNames), claims[0].text)] : []));
}

function alertOf(statements: readonly PairStatement[], head: Text): Finding {
  const claims = statements.map(({ winner }) => winner).sort(byNames);
  const [first, second] = sidesOf(claims);
  const drugs = [...first, ...second];
  const also = statementsOf(statements.flatMap((one) => one.also));
  const byName = new Map(
    claims.flatMap(({ a, b }) => [[a.name, a] as const, [b.name, b] as const]),
  );
  return {
    kind: 'interaction',
    drugs,
    items: itemsOf(drugs.flatMap((name) => byName.get(name) ?? [])),
    ...statementOf(claims, head),
    topic: head.group,
    ...(claims.length > 1 && { pairs: claims.map(({ a, b }) => [a.name, b.name] as const) }),
    ...(also.length > 0 && { also }),
    ...(head.because.length > 0 && { because: head.because }),
  };
}

/**
 * Merges the pairs that one rule is the main statement on into one alert, where their drugs are
 * connected.
 */
export function alertsOfPairs(statements: readonly PairStatement[]): Finding[] {
  const byWinner = new Map(statements.map((one) => [one.winner, one]));
  return byJoin(statements.map(({ winner }) => winner))
    .flatMap(components)
    .flatMap((claims) => {
      const head = claims[0]?.text;
      return head
        ? [
            alertOf(
              claims.flatMap((claim) => byWinner.get(claim) ?? []),
              head,
            ),
          ]
        : [];
    });
}

/**
 * Returns one alert that names all counted drugs.
 *
 * @param covered what rules state on pairs of these drugs; it is added to this alert and not
 *   reported separately
 */
export function alertOfCount(
  { text, drugs }: CountRuleMatch,
  covered: readonly PairRuleMatch[],
): Finding {
  const { ruleId, severity, mechanism, effect, management, evidence, sources, group } = text;
  const listed = names(drugs);
  return {
    kind: 'interaction',
    drugs: listed,
    items: itemsOf(drugs),
    severity,
    title: titleOf(listed, [], text),
    mechanism,
    effect,
    management,
    evidence,
    ruleId,
    sources,
    topic: group,
    ...(covered.length > 0 && { also: statementsOf(covered) }),
    ...(text.because.length > 0 && { because: text.because }),
  };
}

/** Most severe first; independent of the order of the list. */
export function byAlert(x: Finding, y: Finding): number {
  const [own, other] = [`${x.ruleId} ${x.drugs.join()}`, `${y.ruleId} ${y.drugs.join()}`];
  return weightOf(y.severity) - weightOf(x.severity) || byText(own, other);
}
