import {
  assertNames,
  maySayOtherwise,
  type NameAsserter,
} from '../../patient-record/asserted-names.js';
import type { Assertion, EntityType } from '../../patient-record/language/entity.js';
import type { Word } from '../../patient-record/language/text/words.js';
import { foldDrugName } from '../ingredients/ingredients.js';

/** Words next to a name that are not part of it. */
const BESIDE =
  /^(?:allerg\w*|hypersensitiv\w*|sensitiv\w*|intoleran\w*|reaction|reacts?|known|drugs?|medicines?|medications?|is|has|had|was|been|to|of|with|the|an?|any|and|or|in|on|from)$/;

interface SpokenWord {
  readonly folded: string;
  readonly assertion: Assertion;
}

/** Returns every word that names something and is not a cue, with its assertion. */
function spokenWords(
  text: string,
  type: EntityType,
  names: (folded: string) => boolean,
  language: NameAsserter,
): readonly SpokenWord[] {
  const find = (words: readonly Word[]) =>
    words.flatMap(({ written }, at) => {
      const folded = foldDrugName(written);
      return names(folded) && !maySayOtherwise(written) ? [{ words: [at], type, folded }] : [];
    });
  return assertNames(language, text, find) ?? [];
}

/** Any word except those that accompany a name. */
const mayName = (folded: string): boolean => folded !== '' && !BESIDE.test(folded);

/** Returns the assertion of one allergen named in a line of allergies. */
export type AllergyReading = (title: string) => Assertion | undefined;

const isPartOf = (title: string, word: string): boolean =>
  word.length > 2 &&
  title.split(' ').some((part) => part.startsWith(word) || word.startsWith(part));

/**
 * Returns how a line of allergies speaks of what it names: `no penicillin allergy`, `mother
 * allergic to nuts`.
 *
 * @returns for a title of an allergen its assertion; nothing where only a clinical language reader
 *   could decide, and none is open
 */
export function allergyReading(text: string, language: NameAsserter | undefined): AllergyReading {
  if (!maySayOtherwise(text)) return () => 'present';
  if (language === undefined) return () => undefined;
  const all = spokenWords(text, 'condition', mayName, language);
  return (title) => {
    const folded = foldDrugName(title);
    const own = all.filter((word) => isPartOf(folded, word.folded));
    const [first, ...others] = own.length > 0 ? own : all;
    // Where words have different assertions, the allergy persists.
    const same = others.every(({ assertion }) => assertion === first?.assertion);
    return same ? (first?.assertion ?? 'present') : 'present';
  };
}

/**
 * Returns the words of a text on reactions of which every mention is denied: `hives, no wheeze`.
 *
 * @param isReaction whether a folded word is part of the name of a reaction
 * @returns folded words; none where no clinical language package is open, so that no possible
 *   reaction is left out
 */
export function deniedWords(
  text: string,
  isReaction: (folded: string) => boolean,
  language: NameAsserter | undefined,
): ReadonlySet<string> {
  const denied = new Set<string>();
  if (language === undefined || !maySayOtherwise(text)) return denied;
  const all = spokenWords(text, 'symptom', isReaction, language);
  for (const { folded, assertion } of all) if (assertion === 'absent') denied.add(folded);
  for (const { folded, assertion } of all) if (assertion !== 'absent') denied.delete(folded);
  return denied;
}
