import { assertNames, type NameAsserter } from './asserted-names.js';
import { flagsIn, type NamedFlag } from './catalogue-names.js';
import { findVariable } from './chart/variables/catalogue.js';
import type { TextAssertion } from './language/assert-spans.js';

/** A condition named in a line of the history, with its assertion and the resulting value. */
export interface HistoryItem extends NamedFlag, TextAssertion {
  /**
   * The value for the chart; absent where the line does not state whether the patient has it now.
   */
  readonly holds: boolean | undefined;
  /** Why the chart has no value. */
  readonly reason?: string;
}

/** Events that, once they have occurred, remain part of the history regardless of their outcome. */
const EVENTS: ReadonlySet<string> = new Set([
  'stroke_tia_thromboembolism',
  'stroke',
  'cerebrovascular_disease',
  'myocardial_infarction',
  'prior_vte',
  'bleeding_history',
  'peptic_ulcer',
]);
/** Cues that end a chronic disease. */
const OVER =
  /\b(?:resol\w+|outgr\w+|remission|cured?|recover\w*|heal\w*|inactive|former\w*|no longer|ex)\b/i;

/** Cues that end a state. */
const ENDED = /\b(?:off|stopp\w*|quit|discontinu\w*|ceased|no longer|came off)\b/i;
/** Cues that deny but leave a doubt, or that deny a disease of relatives. */
const UNLIKELY = /\b(?:unlikely|improbable|doubtful|not confirmed)\b/i;
const OF_FAMILY = /\b(?:family|fhx?|relatives?|parents?)\b/i;
/** `no family history of MI`: the denial is of the family history. */
const FAMILY_BEFORE = /\b(?:family(?: (?:history|hx))?|fhx?)(?: \w+){0,2}\s*$/i;

const REASONS = {
  possible: 'it is only suspected',
  family: 'it refers to the family',
  hypothetical: 'it refers to a future possibility',
  historical: 'it refers to the past',
  absent: 'it is denied that it has passed',
  vague: 'it does not state whether it still holds, or to what degree',
} as const;

/**
 * Returns the chart value of a flag named in a line.
 *
 * A chronic disease persists: `history of heart failure` is heart failure, unless the line states
 * that it has ended. Suspicions, future possibilities and diseases of relatives state nothing about
 * the patient.
 */
function holdsOf(
  mention: NamedFlag & TextAssertion,
  line: string,
): Pick<HistoryItem, 'holds' | 'reason'> {
  const { name, value, assertion, cue = '', deniedAlone } = mention;
  if (assertion === 'absent' && value) {
    if (UNLIKELY.test(cue)) return { holds: undefined, reason: 'it is only thought unlikely' };
    const isFamily = OF_FAMILY.test(cue) || FAMILY_BEFORE.test(line.slice(0, mention.start));
    const ofFamily = isFamily && name !== 'family_history_early_cad';
    return ofFamily ? { holds: undefined, reason: REASONS.family } : { holds: false };
  }
  if (deniedAlone === true) return { holds: undefined, reason: REASONS.vague };
  if (assertion === 'present') return { holds: value };
  if (assertion === 'historical') {
    if (!value) return { holds: false };
    const lasts = findVariable(name)?.fixed === true;
    if (EVENTS.has(name) || (lasts && !OVER.test(cue))) return { holds: true };
    if (!lasts && ENDED.test(cue)) return { holds: false };
  }
  return { holds: undefined, reason: REASONS[assertion] };
}

/** Whether a line is free of marks that could change its meaning: `?COPD`, `-ve`. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}\s'’().,_/-]*$/u;

/** Reads a line that consists only of a known name. */
function exactly(line: string): HistoryItem | undefined {
  const text = line.trim();
  const variable = PLAIN.test(text) ? findVariable(text) : undefined;
  if (variable?.kind !== 'flag') return undefined;
  const { name } = variable;
  const mention = { assertion: 'present', start: 0, end: line.length } as const;
  return { name, value: true, type: 'condition', words: [], ...mention, holds: true };
}

/**
 * Returns the conditions of the chart that a line of history names (`CHF`, `type 2 diabetes, diet
 * controlled`, `no known asthma`, `grandfather had a stroke`), each with what the line states of
 * it.
 *
 * @returns undefined where only a clinical language reader could interpret the line
 */
export function readHistoryLine(
  line: string,
  language: NameAsserter | undefined,
): readonly HistoryItem[] | undefined {
  const whole = exactly(line);
  if (whole !== undefined) return [whole];
  return assertNames(language, line, flagsIn)?.map((mention) => ({
    ...mention,
    ...holdsOf(mention, line),
  }));
}
