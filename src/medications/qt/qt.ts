import { byText } from '../../core/by-text.js';
import { because } from '../because.js';
import type { Findings } from '../finding.js';
import { type GateContext, holds } from '../gate.js';
import type { Classes } from '../knowledge/classes.js';
import type { OverlappingFinding } from '../overlap.js';
import { numberOf, type Patient } from '../patient.js';
import { weightOf } from '../severity.js';
import type { TakenIngredient } from '../taken-ingredient.js';
import type { QtRule, QtTable } from './schema.js';

export interface QtFindings extends Findings {
  readonly findings: readonly OverlappingFinding[];
}

export interface Qt {
  /** Returns at most one finding: the combined QT risk of the drugs and the patient. */
  check(taken: readonly TakenIngredient[], patient: Patient): QtFindings;
}

const QT_CLASS = 'qt';
/** From two drugs of this weight on an ECG is recommended. */
const KNOWN_RISK = 2.5;
/** The score was derived in adults. */
const ADULT = 18;

const NO_ECG = 'QTc is not given: the burden of QT-prolonging drugs is assessed without it';

interface Score {
  readonly points: number;
  readonly reasons: readonly string[];
}

type Match = (selectors: readonly string[] | undefined, ingredient: string) => boolean;

function scoreOf(
  { score }: QtTable,
  drugs: readonly string[],
  context: GateContext,
  match: Match,
): Score {
  const { name, of, one, more, items } = score;
  const age = numberOf(context.patient, 'age');
  if (age === undefined || age < ADULT) return { points: 0, reasons: [] };
  const counted = drugs.filter((drug) => match(of, drug)).length;
  const held = items.filter(({ when }) => holds(when, context) === true);
  const fromDrugs = counted === 0 ? 0 : counted === 1 ? one : more;
  const points = held.reduce((sum, item) => sum + item.points, fromDrugs);
  const titles = held.map(({ title }) => title);
  return { points, reasons: [`${name}: at least ${points} points`, ...titles] };
}

function applies(
  rule: QtRule,
  drugs: readonly string[],
  context: GateContext,
  match: Match,
  { points }: Score,
): boolean {
  const meant = drugs.filter((drug) => match(rule.of, drug) && !match(rule.not, drug));
  if (meant.length < rule.at_least) return false;
  if (rule.points !== undefined && points < rule.points) return false;
  return rule.when === undefined || holds(rule.when, context) === true;
}

/** The result for a list. */
interface Sum {
  readonly fired: readonly QtRule[];
  /** Most severe first. */
  readonly drugs: readonly string[];
  readonly lines: readonly TakenIngredient[];
  readonly score: Score;
  readonly context: GateContext;
}

function findingOf({ mechanism, replaces }: QtTable, sum: Sum): OverlappingFinding | undefined {
  const { fired, drugs, lines, score, context } = sum;
  const [head] = [...fired].sort((a, b) => weightOf(b.severity) - weightOf(a.severity));
  if (head === undefined) return undefined;
  const scored = fired.some(({ points }) => points !== undefined);
  const reasons = fired.flatMap(({ when }) => (when ? because(when, context) : []));
  return {
    kind: 'qt',
    severity: head.severity,
    drugs,
    items: [...new Set(lines.map(({ item }) => item))].sort(),
    title: `QT interval: ${drugs.join(', ')}`,
    mechanism,
    effect: head.effect,
    management: head.management,
    evidence: head.evidence,
    ruleId: head.id,
    sources: [...new Set(fired.flatMap(({ sources }) => sources))],
    topic: 'qt',
    because: [...new Set([...reasons, ...(scored ? score.reasons : [])])],
    replaces,
  };
}

/** Builds the check that adds up QT-prolonging drugs and the patient's own risks. */
export function createQt(table: QtTable, classes: Classes): Qt {
  const match: Match = (selectors = [], ingredient) =>
    selectors.some((selector) => classes.matches(selector, ingredient));
  const weight = (drug: string) => classes.weight(QT_CLASS, drug) ?? 0;

  /** Of all that an ambiguous name can be, one drug prolongs the interval: the one of most weight. */
  function isHeaviest(line: TakenIngredient, all: readonly TakenIngredient[]): boolean {
    const [first] = all
      .filter(({ item, possible }) => possible && item === line.item)
      .sort(
        (a, b) => weight(b.ingredient) - weight(a.ingredient) || byText(a.ingredient, b.ingredient),
      );
    return first === line;
  }

  return {
    check(taken, patient) {
      const all = taken.filter(
        ({ ingredient, systemic }) => systemic && match(table.drugs, ingredient),
      );
      const lines = all.filter((line) => !line.possible || isHeaviest(line, all));
      const drugs = [...new Set(lines.map(({ ingredient }) => ingredient))].sort(
        (a, b) => weight(b) - weight(a) || byText(a, b),
      );
      if (drugs.length === 0) return { findings: [], notAssessed: [] };
      const context: GateContext = { patient, taken, matches: classes.matches };
      const score = scoreOf(table, drugs, context, match);
      const fired = table.rules.filter((rule) => applies(rule, drugs, context, match, score));
      const finding = findingOf(table, { fired, drugs, lines, score, context });
      const strong = drugs.filter((drug) => weight(drug) >= KNOWN_RISK).length;
      const asks = strong >= 2 && numberOf(patient, 'qtc') === undefined;
      return {
        findings: finding ? [finding] : [],
        notAssessed: asks ? [{ what: 'patient.qtc_ms', reason: NO_ECG, affectsSafety: false }] : [],
      };
    },
  };
}
