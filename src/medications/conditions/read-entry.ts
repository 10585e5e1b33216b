import { type NameAsserter, NOT_READABLE } from '../../patient-record/asserted-names.js';
import { chartOf } from '../../patient-record/chart/fact.js';
import { codeOf, codesIn } from './codes.js';
import type { ConditionIndex } from './condition-index.js';
import { type ConditionMention, leavesPart, namesIn } from './names.js';
import { numbersIn } from './numbers-in-text.js';
import type { Condition } from './schema.js';
import { asRecent } from './stated.js';
import { wordsOfPlain, writtenOut } from './words.js';

/** What one entry of the list of conditions states, or a part of one. */
export interface EntryReading {
  /** Ids of the table. */
  readonly present: readonly string[];
  readonly absent: readonly string[];
  /** What was not assessed, in words. */
  readonly reasons: readonly string[];
}

const UNKNOWN = 'not a condition that the checks know: contraindications by it were not assessed';
const ALLERGY = 'reads as an allergy: only `allergies` is assessed for these';
const PARTLY = 'part of it was not understood: contraindications by that part were not assessed';
const BROAD_CODE = 'the code covers more than one condition: name the condition in words';
const IN_DOUBT: Readonly<Record<string, string>> = {
  possible: 'it is only suspected: contraindications by it were not assessed',
  hypothetical: 'it refers to a future possibility: contraindications by it were not assessed',
};

/** Entries without a condition: `none`, `NKDA`, `no past medical history`. */
const SAYS_NOTHING =
  /^\s*(?:none|nil|no|n\/?a|nkda|nka|nad|-|fit and well|healthy|well|nothing|no (?:known |significant |relevant |past |other )*(?:pmhx?|history|medical history|conditions?|problems?|illness(?:es)?|comorbidit(?:y|ies)|diagnos(?:is|es)|allerg(?:y|ies)))(?: (?:known|of note|significant|relevant|reported))?[\s.]*$/i;
/** Cues of a condition that has ended. */
const OVER =
  /\b(?:resol\w+|recover\w*|cured?|outgr\w+|heal\w*|inactive|remission|in the past|past history)\b/i;

/** Whether a condition with this assertion counts today. */
function counts({ course }: Condition, { assertion, cue = '' }: ConditionMention): boolean {
  if (assertion !== 'historical') return assertion === 'present';
  return OVER.test(cue) ? course === 'lasting' : course !== 'passing';
}

const joined = (readings: readonly EntryReading[]): EntryReading => ({
  present: readings.flatMap(({ present }) => present),
  absent: readings.flatMap(({ absent }) => absent),
  reasons: readings.flatMap(({ reasons }) => reasons),
});

/** What a code states; it may belong to none of the conditions, or cover more than one. */
export function readCode(index: ConditionIndex, code: string): EntryReading {
  const conditions = index.withCode(code);
  const exact = conditions.filter(({ code_is_broader }) => !code_is_broader);
  const isBroad = exact.length < conditions.length;
  const reasons = conditions.length === 0 ? [UNKNOWN] : isBroad ? [BROAD_CODE] : [];
  return { present: exact.map(({ id }) => id), absent: [], reasons };
}

/** What a name states of the condition with one of its ids. */
function readMention(index: ConditionIndex, mention: ConditionMention): EntryReading {
  const [present, absent]: [string[], string[]] = [[], []];
  for (const id of mention.ids) {
    const condition = index.condition(id);
    if (condition && counts(condition, mention)) present.push(id);
    else if (mention.assertion === 'absent') absent.push(id);
    else if (condition?.history && mention.assertion === 'historical') {
      present.push(condition.history);
    }
  }
  const doubt = IN_DOUBT[mention.assertion];
  return { present, absent, reasons: doubt === undefined ? [] : [doubt] };
}

/** Reads the conditions named in the words; nothing where they name none. */
function readWords(
  index: ConditionIndex,
  text: string,
  language: NameAsserter | undefined,
): EntryReading | undefined {
  const plain = writtenOut(asRecent(text));
  const words = wordsOfPlain(plain);
  const mentions = namesIn(plain, index.corrected(words), index.phrases, language);
  if (mentions === undefined) return { present: [], absent: [], reasons: [NOT_READABLE] };
  if (mentions.length === 0) return undefined;
  const reading = joined(mentions.map((mention) => readMention(index, mention)));
  if (!leavesPart(words, mentions)) return reading;
  return { ...reading, reasons: [...reading.reasons, PARTLY] };
}

/** Conditions implied by a number in the text, `eGFR 22`; nothing where it has none. */
function readNumbers(index: ConditionIndex, text: string): EntryReading | undefined {
  const chart = chartOf(numbersIn(text));
  if (chart.size === 0) return undefined;
  const { stated, shown } = index.inChart({ chart });
  return { present: [...stated, ...shown], absent: [], reasons: [] };
}

/**
 * Reads one entry of the list of conditions: its codes, its numbers and its words.
 *
 * @param language determines the assertion of a name; without it doubtful texts yield nothing
 */
export function readEntry(
  index: ConditionIndex,
  text: string,
  language: NameAsserter | undefined,
): EntryReading {
  const code = codeOf(text);
  const { codes, rest } =
    code !== undefined && !index.isName(text) ? { codes: [code], rest: '' } : codesIn(text);
  const stated = [readNumbers(index, rest), readWords(index, rest, language)].filter(
    (reading) => reading !== undefined,
  );
  if (SAYS_NOTHING.test(rest)) return joined(stated);
  const coded = codes.map((one) => readCode(index, one));
  // The words are more specific than a code that covers more.
  if (stated.length > 0) {
    return joined([...stated, ...coded.map((reading) => ({ ...reading, reasons: [] }))]);
  }
  if (coded.length > 0) return joined(coded);
  const reason = /allerg|anaphyla|intoleran/i.test(text) ? ALLERGY : UNKNOWN;
  return { present: [], absent: [], reasons: [reason] };
}
