import type { TextAssertion } from '../../patient-record/language/assert-spans.js';
import type { ClinicalLanguage } from '../../patient-record/language/create-clinical-language.js';
import type { EntityType } from '../../patient-record/language/entity.js';
import { goesOn, type Word } from '../../patient-record/language/text/words.js';
import type { DiseaseTables, FindingFacts } from '../knowledge/schema.js';
import { createPhraseFinder, type Phrase } from '../phrases/find-phrases.js';
import { readPattern, slotOf, type WordCache } from '../phrases/pattern.js';

/** A finding named in words, with its assertion. */
export interface NamedFinding extends TextAssertion {
  readonly finding: FindingFacts;
  /** Word numbers of the line. */
  readonly words: readonly number[];
  readonly type: EntityType;
}

const TYPES: Readonly<Record<FindingFacts['kind'], EntityType>> = {
  symptom: 'symptom',
  sign: 'finding',
  trait: 'symptom',
  history: 'condition',
  family: 'condition',
  exposure: 'condition',
  drug: 'medication',
  test: 'finding',
};

const DENIES = new Set(['no', 'without', 'denies']);

/** `No period pain` denies the pain; it does not mean an absent period. */
function deniesLonger(
  text: readonly Word[],
  { words }: Phrase<unknown>,
  phrases: readonly Phrase<unknown>[],
): boolean {
  const denial = words.find((at) => DENIES.has(text[at]?.folded ?? ''));
  const last = words.at(-1) ?? 0;
  if (denial === undefined || denial === last || !goesOn(text[last + 1])) return false;
  return phrases.some(
    (other) =>
      other.words.includes(last + 1) &&
      !other.words.includes(denial) &&
      (other.words.includes(last) || other.words[0] === last + 1),
  );
}

/**
 * Returns the findings named in a line of text; `told` if the line describes the present complaint.
 */
export type FindingReader = (
  text: string,
  isComplaint: boolean,
  language: Pick<ClinicalLanguage, 'open'>,
) => readonly NamedFinding[];

/** Creates the reader of all findings of the knowledge; patterns are prepared once. */
export function createFindingReader({
  findings,
  words,
}: Pick<DiseaseTables, 'findings' | 'words'>): FindingReader {
  const known: WordCache = new Map();
  const sets = new Map(
    Object.entries(words).map(
      ([name, alternatives]) => [name, slotOf(alternatives, known)] as const,
    ),
  );
  const entries = findings.flatMap((finding) => {
    const unless = slotOf(finding.unless ?? [], known);
    return (finding.say ?? []).map((say) => ({
      value: finding,
      pattern: readPattern(say, sets, known),
      unless,
    }));
  });
  const finder = createPhraseFinder(entries);
  const find = (text: readonly Word[]) => {
    const phrases = finder.find(text);
    return phrases
      .filter((one) => !deniesLonger(text, one, phrases))
      .map(({ value, words: found }) => ({
        finding: value,
        words: found,
        type: TYPES[value.kind],
      }));
  };
  return (text, isComplaint, language) => language.open(text).assert(find, isComplaint);
}
