import type { Danger } from '../danger/must-not-miss.js';
import type { ActionFacts } from '../knowledge/schema.js';
import type { Differential } from '../probability/diagnostician.js';
import type { AnalysisType } from '../schema.js';
import { type FiredRule, rankOf } from '../urgency/triage.js';
import { nextBestTest } from './next-test.js';

/** A recommended action, its reason and its time. */
export interface Advice extends ActionFacts {
  /** The finding, rule or disease that requires it. */
  readonly because: string;
}

/** From this probability on, the treatment of a disease is recommended. */
const LIKELY = 0.2;
/** A less probable disease is not a reason for a test. */
const WORTH_A_TEST = 0.02;
/** Tests to exclude dangerous diseases are recommended from this probability on. */
const NOT_TO_MISS = 0.03;
const FEW = 3;
const MAX = 16;
const A_DAY = 1440;
const URGENT_ACTION = 720;

const WORD = /[a-z0-9]{4,}/g;
/** The words of a text with more than three letters. */
const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(WORD));

const ALIKE = 0.6;

/** Whether two recommendations, by their words, are the same in different wording. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.max(1, Math.min(a.size, b.size)) > ALIKE;
}

/** Returns the first entries up to a limit, keeping the first of duplicates; the order is kept. */
function withoutRepeats(advice: readonly Advice[], max: number): Advice[] {
  const kept: { readonly one: Advice; readonly words: ReadonlySet<string> }[] = [];
  for (const one of advice) {
    if (kept.length === max) break;
    const ownWords = words(one.text);
    if (!kept.some((before) => alike(before.words, ownWords))) kept.push({ one, words: ownWords });
  }
  return kept.map(({ one }) => one);
}

const BEFORE_ALL = -1;
const timeOf = ({ first, minutes }: Advice): number => (first ? BEFORE_ALL : minutes);

function forRules(red: readonly FiredRule[]): Advice[] {
  return red
    .toSorted((a, b) => rankOf(b.rule.level) - rankOf(a.rule.level))
    .flatMap(({ rule, by }) =>
      (rule.actions ?? []).map((action) => ({ ...action, because: by.join(', ') || rule.name })),
    );
}

function forDiseases({ ranked }: Differential): Advice[] {
  return ranked
    .filter(({ probability }, n) => probability >= LIKELY || (n === 0 && probability >= 0.1))
    .slice(0, FEW)
    .flatMap(({ disease }) =>
      (disease.actions ?? []).map((action) => ({ ...action, because: disease.name })),
    );
}

function toExclude(dangers: readonly Danger[]): Advice[] {
  return dangers
    .filter(({ probability }) => probability >= NOT_TO_MISS && probability < LIKELY)
    .slice(0, FEW)
    .flatMap(({ disease }) => {
      const [test] = disease.tests ?? [];
      const [source] = disease.sources;
      if (test === undefined) return [];
      const minutes = disease.danger === 'deadly' ? 60 : A_DAY;
      const within = minutes === 60 ? 'within 1 h' : 'within 24 h';
      const text = `Exclude ${disease.name}: ${test.name}`;
      return [
        { text, within, minutes, because: disease.name, ...(source && { source: source.name }) },
      ];
    });
}

/**
 * Returns the recommendations, soonest first: what red flags require, what guidelines recommend for
 * likely diseases, tests to exclude dangerous ones, and the most informative test. What a red flag
 * names as the first action of its scene precedes all of these, the most urgent flag's first.
 * Medicines are marked: they must be checked against the patient before they are shown.
 */
export function advise(
  red: readonly FiredRule[],
  differential: Differential,
  dangers: readonly Danger[],
): readonly Advice[] {
  const next = nextBestTest(
    differential.ranked.slice(0, 8).filter(({ probability }) => probability >= WORTH_A_TEST),
  );
  const test: Advice[] =
    next === undefined
      ? []
      : [
          {
            text: `Most informative next test: ${next.test}`,
            within: 'with the next samples or images',
            minutes: URGENT_ACTION,
            because: next.disease,
          },
        ];
  const all = [...forRules(red), ...forDiseases(differential), ...toExclude(dangers), ...test];
  return withoutRepeats(
    all.toSorted((a, b) => timeOf(a) - timeOf(b)),
    MAX,
  );
}

const SOON_MINUTES = 60;

/**
 * The recommendations of each type of analysis: triage covers immediate actions, a differential
 * tests.
 */
export function adviceFor(type: AnalysisType, advice: readonly Advice[]): readonly Advice[] {
  switch (type) {
    case 'triage':
      return advice.filter(({ minutes }) => minutes <= SOON_MINUTES);
    case 'differential':
      return advice.filter(({ medicine }) => medicine === undefined);
    default:
      return advice;
  }
}

/** Formats a recommendation: action, time, reason, source. */
export function adviceLine({ text, within, because, source }: Advice): string {
  const when = within === '' ? '' : ` (${within})`;
  const by = source === undefined ? because : `${because}; ${source}`;
  return `${text}${when} [${by}]`;
}
