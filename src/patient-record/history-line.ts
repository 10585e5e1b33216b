import { findVariable } from '../chart/variables/catalogue.js';
import type { SaidOf } from '../language/found.js';
import { assertNames, type NameAsserter } from './asserted-names.js';
import { flagsIn, type NamedFlag } from './catalogue-names.js';

/** A condition that a line of a history names, how the line speaks of it, and what that makes it. */
export interface HistoryItem extends NamedFlag, SaidOf {
  /** What the chart holds; nothing where the line does not say whether the patient has it now. */
  readonly holds: boolean | undefined;
  /** Why the chart holds nothing. */
  readonly reason?: string;
}

/** Events: whoever had one has had it, whatever became of it. */
const EVENTS: ReadonlySet<string> = new Set([
  'stroke_tia_thromboembolism',
  'stroke',
  'cerebrovascular_disease',
  'myocardial_infarction',
  'prior_vte',
  'bleeding_history',
  'peptic_ulcer',
]);
/** Cues by which a lasting disease is over. */
const OVER =
  /\b(?:resol\w+|outgr\w+|remission|cured?|recover\w*|heal\w*|inactive|former\w*|no longer|ex)\b/i;

/** Cues by which a state has ended. */
const ENDED = /\b(?:off|stopp\w*|quit|discontinu\w*|ceased|no longer|came off)\b/i;
/** Cues that deny and leave a doubt, or that deny what relatives have. */
const UNLIKELY = /\b(?:unlikely|improbable|doubtful|not confirmed)\b/i;
const OF_FAMILY = /\b(?:family|fhx?|relatives?|parents?)\b/i;
/** `no family history of MI`: what is denied is that of the family. */
const FAMILY_BEFORE = /\b(?:family(?: (?:history|hx))?|fhx?)(?: \w+){0,2}\s*$/i;

const REASONS = {
  possible: 'it is only suspected',
  family: 'it is said of the family',
  hypothetical: 'it is said of what may come',
  historical: 'it is said of the past',
  absent: 'it is denied that it has passed',
  vague: 'it does not say whether it still is so, or how much of it',
} as const;

/**
 * What the chart holds of a flag that a line speaks of.
 *
 * A chronic disease does not pass: `history of heart failure` is heart failure, unless the line says
 * that it is over. Suspicions, what may come and what relatives have say nothing of the patient.
 */
function holdsOf(said: NamedFlag & SaidOf, line: string): Pick<HistoryItem, 'holds' | 'reason'> {
  const { name, value, assertion, cue = '', deniedAlone } = said;
  if (assertion === 'absent' && value) {
    if (UNLIKELY.test(cue)) return { holds: undefined, reason: 'it is only thought unlikely' };
    const isFamily = OF_FAMILY.test(cue) || FAMILY_BEFORE.test(line.slice(0, said.start));
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

/** Without a mark that could mean something: `?COPD`, `-ve`. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}\s'’().,_/-]*$/u;

/** A line that is a known name and nothing else. */
function exactly(line: string): HistoryItem | undefined {
  const text = line.trim();
  const variable = PLAIN.test(text) ? findVariable(text) : undefined;
  if (variable?.kind !== 'flag') return undefined;
  const { name } = variable;
  const said = { assertion: 'present', start: 0, end: line.length } as const;
  return { name, value: true, type: 'condition', words: [], ...said, holds: true };
}

/**
 * The conditions of the chart that a line of history names (`CHF`, `type 2 diabetes, diet controlled`,
 * `no known asthma`, `grandfather had a stroke`), each with what the line says of it.
 *
 * @returns nothing where only a reader of clinical language could say what the line means
 */
export function readHistoryLine(
  line: string,
  language: NameAsserter | undefined,
): readonly HistoryItem[] | undefined {
  const whole = exactly(line);
  if (whole !== undefined) return [whole];
  return assertNames(language, line, flagsIn)?.map((said) => ({ ...said, ...holdsOf(said, line) }));
}
