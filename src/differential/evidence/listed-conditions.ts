import type { ClinicalLanguage } from '../../patient-record/language/create-clinical-language.js';
import type { TextLine } from '../../patient-record/text-line.js';
import type { NamedFinding } from './named-findings.js';

/** What shows today; a state with a value, such as raised blood pressure, lasts. */
const OF_THE_PRESENT: ReadonlySet<string> = new Set(['sign', 'test']);
/** What stands before a condition that the patient has had for long. */
const KNOWN =
  /\b(?:known(?: to have| with)?|long[- ]?standing|chronic|previously diagnosed(?: with)?)\s+(?:[\w-]+\s+){0,2}$/i;

/**
 * Makes signs that are read from the mere name of a listed condition historical. `Inguinal hernia` in a
 * history, and `known inguinal hernia` in a complaint, state a condition and no lump of today: they
 * are context, and do not head the differential.
 */
export function withListedConditions(
  { text, kind }: TextLine,
  found: readonly NamedFinding[],
  language: Pick<ClinicalLanguage, 'read'>,
): readonly NamedFinding[] {
  if (kind !== 'history' && !(kind === 'complaint' && /\bknown\b|\bstanding\b|chronic/i.test(text)))
    return found;
  const ofToday = ({ finding, assertion }: NamedFinding) =>
    assertion === 'present' && OF_THE_PRESENT.has(finding.kind) && finding.measure === undefined;
  if (!found.some(ofToday)) return found;
  const conditions = language.read(text).entities.filter(({ type, start }) => {
    if (type !== 'condition' && type !== 'finding') return false;
    return kind === 'history' || KNOWN.test(text.slice(0, start));
  });
  const isListed = (one: NamedFinding) =>
    conditions.some(({ start, end }) => one.start >= start && one.end <= end);
  return found.map((one) =>
    ofToday(one) && isListed(one) ? { ...one, assertion: 'historical' as const } : one,
  );
}
