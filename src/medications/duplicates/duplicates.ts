import { byText } from '../../core/by-text.js';
import type { Findings } from '../finding.js';
import { type Classes, membersOfAll } from '../knowledge/classes.js';
import type { AcceptedCombination, OverlappingFinding } from '../overlap.js';
import { type Severity, weightOf } from '../severity.js';
import { dailyAmount, type TakenIngredient } from '../taken-ingredient.js';
import { holdsOfLines } from './line-facts.js';
import type { Duplicate, DuplicateException } from './schema.js';

export interface DuplicateFindings extends Findings {
  readonly findings: readonly OverlappingFinding[];
  /** Drugs of one class that go together: interactions do not report that they are doubled. */
  readonly accepted: readonly AcceptedCombination[];
}

export interface Duplicates {
  /** Returns the findings; pure, and independent of the order of the list. */
  check(taken: readonly TakenIngredient[]): DuplicateFindings;
}

interface IndexedException {
  readonly exception: DuplicateException;
  readonly between?: readonly [ReadonlySet<string>, ReadonlySet<string>];
}

interface IndexedRule {
  readonly rule: Duplicate;
  readonly any: boolean;
  readonly of: ReadonlySet<string>;
  readonly exceptions: readonly IndexedException[];
}

/** A duplication on two lines with its severity; nothing where it is accepted. */
interface DuplicatePair {
  readonly lines: readonly [TakenIngredient, TakenIngredient];
  readonly severity: Severity | null;
  readonly management: string;
}

function indexRule(rule: Duplicate, classes: Classes): IndexedRule {
  const members = (selectors: readonly string[]) => membersOfAll(classes, selectors);
  return {
    rule,
    any: rule.of.includes('*'),
    of: members(rule.of),
    exceptions: (rule.exceptions ?? []).map((exception) => ({
      exception,
      ...(exception.between && {
        between: [members(exception.between[0]), members(exception.between[1])],
      }),
    })),
  };
}

function counts({ rule, any, of }: IndexedRule, line: TakenIngredient): boolean {
  if (!any && !of.has(line.ingredient)) return false;
  if (rule.where !== 'any' && line.systemic !== (rule.where === 'systemic')) return false;
  return rule.routes === undefined || line.route === undefined || rule.routes.includes(line.route);
}

function excepted(
  { exception, between }: IndexedException,
  a: TakenIngredient,
  b: TakenIngredient,
): boolean {
  if (between) {
    const [one, other] = between;
    const meet = (x: string, y: string) => one.has(x) && other.has(y);
    if (!meet(a.ingredient, b.ingredient) && !meet(b.ingredient, a.ingredient)) return false;
  }
  return (exception.lines ?? []).every((fact) => holdsOfLines(fact, a, b));
}

function meetingOf(
  { rule, exceptions }: IndexedRule,
  a: TakenIngredient,
  b: TakenIngredient,
): DuplicatePair {
  const found = exceptions.find((one) => excepted(one, a, b))?.exception;
  const severity = found === undefined ? rule.severity : found.severity;
  return { lines: [a, b], severity, management: found?.management ?? rule.management };
}

const pairsOf = (lines: readonly TakenIngredient[]) =>
  lines.flatMap((a, at) =>
    lines.slice(at + 1).map((b): [TakenIngredient, TakenIngredient] => [a, b]),
  );

const byItem = (a: TakenIngredient, b: TakenIngredient) =>
  byText(a.ingredient, b.ingredient) || byText(a.item, b.item);

/** The total of all lines, where all are in one unit. */
function totalOf(lines: readonly TakenIngredient[]): readonly string[] {
  const daily = lines.map(dailyAmount);
  const unit = daily[0]?.unit;
  if (unit === undefined || daily.some((one) => one?.unit !== unit)) return [];
  const sum = daily.reduce((total, one) => total + (one?.value ?? 0), 0);
  return [`${Number(sum.toPrecision(4))} ${unit} a day in all`];
}

type WeighedPair = DuplicatePair & { readonly severity: Severity };
const isTold = (meeting: DuplicatePair): meeting is WeighedPair => meeting.severity !== null;

function findingOf(rule: Duplicate, all: readonly DuplicatePair[]): OverlappingFinding | undefined {
  const meetings = all.filter(isTold);
  const [worst] = [...meetings].sort((a, b) => weightOf(b.severity) - weightOf(a.severity));
  if (worst === undefined) return undefined;
  const lines = [...new Set(meetings.flatMap((one) => one.lines))].sort(byItem);
  const drugs = [...new Set(lines.map(({ ingredient }) => ingredient))];
  const because = rule.kind === 'ingredient' && drugs.length === 1 ? totalOf(lines) : [];
  return {
    kind: 'duplicate_therapy',
    severity: worst.severity,
    drugs,
    items: [...new Set(lines.map(({ item }) => item))].sort(),
    title: `${rule.title}: ${drugs.join(', ')}`,
    mechanism: rule.mechanism,
    effect: rule.effect,
    management: worst.management,
    evidence: rule.evidence,
    ruleId: rule.id,
    sources: rule.sources,
    topic: 'duplicate',
    ...(because.length > 0 && { because }),
    ...(rule.replaces && { replaces: rule.replaces }),
    ...(rule.yields_to && { yieldsTo: rule.yields_to }),
  };
}

/** The pairs of lines that match a rule and no narrower one. */
function claim(
  indexed: IndexedRule,
  lines: readonly TakenIngredient[],
  claimed: Set<string>,
): DuplicatePair[] {
  const fitting = lines.filter((line) => counts(indexed, line));
  if (fitting.length < 2) return [];
  const sameDrug = indexed.rule.kind === 'ingredient';
  return pairsOf(fitting).flatMap(([a, b]) => {
    if (a.item === b.item || (a.ingredient === b.ingredient) !== sameDrug) return [];
    const key = JSON.stringify([a.item, a.ingredient, b.item, b.ingredient]);
    if (claimed.has(key)) return [];
    claimed.add(key);
    return [meetingOf(indexed, a, b)];
  });
}

const itemsOf = ({ lines }: DuplicatePair) => JSON.stringify(lines.map(({ item }) => item).sort());

/** Pairs of a class form one alert; pairs of ingredients, those on the same lines. */
function split({ rule }: IndexedRule, meetings: readonly DuplicatePair[]): DuplicatePair[][] {
  if (rule.kind === 'class') return [[...meetings]];
  const groups = new Map<string, DuplicatePair[]>();
  for (const name of new Set(meetings.map(({ lines }) => lines[0].ingredient))) {
    const own = meetings.filter(({ lines }) => lines[0].ingredient === name);
    const key = own.map(itemsOf).sort().join();
    groups.set(key, [...(groups.get(key) ?? []), ...own]);
  }
  return [...groups.values()];
}

const drugsOf = ({ lines }: DuplicatePair) => [
  ...new Set(lines.map(({ ingredient }) => ingredient)),
];

/** Pairs of drugs accepted on every line, with the rules that would report them. */
function acceptedOf({ replaces = [], yields_to = [] }: Duplicate, all: readonly DuplicatePair[]) {
  const reported = new Set(all.filter(isTold).map((one) => JSON.stringify(drugsOf(one))));
  const rules = [...replaces, ...yields_to];
  return all
    .filter((one) => !isTold(one) && !reported.has(JSON.stringify(drugsOf(one))))
    .flatMap((one): AcceptedCombination[] =>
      rules.length > 0 ? [{ drugs: drugsOf(one), rules }] : [],
    );
}

/** Indexes of the rules for an ingredient, in addition to those for any. */
function placesByIngredient(rules: readonly IndexedRule[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { any, of }] of rules.entries()) {
    if (any) continue;
    for (const ingredient of of) {
      const known = places.get(ingredient);
      if (known === undefined) places.set(ingredient, [at]);
      else known.push(at);
    }
  }
  return places;
}

/** Reports drugs that are duplicated: by name, or by effect. */
export function createDuplicates(table: readonly Duplicate[], classes: Classes): Duplicates {
  const rules = table
    .map((rule) => indexRule(rule, classes))
    .sort((a, b) => a.rule.rank - b.rule.rank || byText(a.rule.id, b.rule.id));
  const placesOf = placesByIngredient(rules);

  /** Rules that may match two lines of a list; most match none. */
  function rulesFor(lines: readonly TakenIngredient[]): IndexedRule[] {
    const met = new Uint8Array(rules.length);
    for (const { ingredient } of lines) {
      for (const at of placesOf.get(ingredient) ?? []) met[at] = Math.min(2, (met[at] ?? 0) + 1);
    }
    return rules.filter(({ any }, at) => any || met[at] === 2);
  }

  return {
    check(taken) {
      const lines = [...taken].sort(byItem);
      const claimed = new Set<string>();
      const met = rulesFor(lines).flatMap((one) => {
        const meetings = claim(one, lines, claimed);
        return meetings.length > 0 ? [{ one, meetings }] : [];
      });
      return {
        findings: met.flatMap(({ one, meetings }) =>
          split(one, meetings).flatMap((part) => findingOf(one.rule, part) ?? []),
        ),
        accepted: met.flatMap(({ one, meetings }) => acceptedOf(one.rule, meetings)),
        notAssessed: [],
      };
    },
  };
}
