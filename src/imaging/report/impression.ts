import type { CollectedFindings, UncertainFinding } from './collect.js';
import { measurementSentences } from './measurements.js';
import { capital, enumerate, percent, sentence } from './phrase.js';
import { unansweredQuestion } from './question.js';
import { articled } from './rule.js';
import { isSingleSlice } from './slice.js';
import { statementsOf } from './statements.js';
import type { ReportInput, Urgency } from './types.js';
import { doubtComesFirst } from './urgency.js';

function unsureSentence({ unsure }: CollectedFindings): string[] {
  const [first, ...others] = unsure;
  if (first === undefined) return [];
  const named = ({ rule }: UncertainFinding) => articled(rule.noun, rule.countable === true);
  if (others.length === 0) {
    return [
      `${capital(named(first))} is neither confirmed nor excluded: the model is unsure ` +
        `(probability ${percent(first.probability)}).`,
    ];
  }
  const names = unsure.map((one) => `${named(one)} (${percent(one.probability)})`);
  return [
    `${capital(enumerate(names, 'and'))} are neither confirmed nor excluded: the model is unsure.`,
  ];
}

/** With findings only the important absences are named; without findings all of them. */
function absences({ findings, unsure, absent }: CollectedFindings, wideHeart: boolean): string[] {
  const alone = findings.length === 0;
  const nouns = absent
    .filter(({ unspecific }) => unspecific === undefined)
    .filter(({ id }) => !(wideHeart && id === 'cardiomegaly'))
    .filter(({ keyNegative }) => keyNegative || alone)
    .map(({ noun }) => noun);
  const others =
    alone && unsure.length === 0 ? absent.flatMap(({ unspecific }) => unspecific ?? []) : [];
  return [...nouns, ...others.map((noun) => (nouns.length > 0 ? `other ${noun}` : noun))];
}

function negativeSentence(input: ReportInput, nouns: readonly string[]): string[] {
  if (nouns.length === 0) return [];
  const slice = isSingleSlice(input);
  if (input.limited) {
    const why =
      input.slices === undefined
        ? `the ${slice ? 'slice' : 'film'} is of limited quality`
        : 'the series is not whole';
    return [`Absence of findings cannot be relied on: ${why}.`];
  }
  const where = slice ? ' in this slice' : '';
  return [`No ${enumerate(nouns, 'or')} above the reporting threshold${where}.`];
}

const NOT_EXCLUDED = 'Disease that the model has no label for is not excluded.';
const ONE_SLICE = 'Other slices were not read.';
const NOTHING_LOOKED_FOR = 'No abnormality was looked for, and none is excluded.';

/** `Urgent: `; days and routine need no word in front of the findings. */
function prefix(urgency: Urgency | undefined): string {
  if (urgency?.level === 'immediate') return 'Immediate: ';
  return urgency?.level === 'urgent' ? 'Urgent: ' : '';
}

function afterPrefix(urgency: Urgency | undefined, [first = '', ...others]: readonly string[]) {
  const text = [`${prefix(urgency)}${lowerUnlessName(prefix(urgency), first)}`, ...others];
  return text.join(' ').trim();
}

/** After a colon a sentence begins in lower case, unless with an abbreviation. */
function lowerUnlessName(before: string, text: string): string {
  if (before === '' || /^\p{Lu}[\p{Lu}\d-]/u.test(text)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * The impression: findings in the order of their urgency, measured values, unsure findings, the
 * comparison, important absences, and the limits of this reading.
 */
export function impressionOf(
  input: ReportInput,
  collected: CollectedFindings,
  urgency: Urgency | undefined,
  wideHeart: boolean,
): string {
  const nothing = input.lookedFor.length === 0 && input.findings.length === 0;
  const statements = statementsOf(collected);
  const doubts = unsureSentence(collected);
  const sentences = [
    ...(doubtComesFirst(collected) ? [...doubts, ...statements] : [...statements, ...doubts]),
    ...measurementSentences(input.measurements, collected),
    ...input.comparisonSentences.filter((text) => text.trim() !== '').map(sentence),
    ...negativeSentence(input, absences(collected, wideHeart)),
    ...(isSingleSlice(input) ? [ONE_SLICE] : []),
    ...(nothing && collected.unsure.length === 0 ? [NOTHING_LOOKED_FOR] : [NOT_EXCLUDED]),
    ...unansweredQuestion(input),
    ...(input.warnings.length > 0 ? ['See the warnings, which limit this reading.'] : []),
  ];
  return afterPrefix(urgency, [...new Set(sentences)]);
}
