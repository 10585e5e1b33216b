import type { Word } from '../text/words.js';
import { lower, PERSON_PAST, PERSON_VERBS } from './grammar.js';

/** Finite forms of the past that do not end as most do; a modal past describes a habit: `would get`. */
const IRREGULAR =
  /^(?:was|were|had|did|didnt|wasnt|werent|hadnt|used|would|could|began|bore|broke|brought|built|came|caught|cut|drove|fell|felt|flew|fought|found|gave|got|grew|heard|held|kept|knew|laid|led|left|lost|made|met|paid|put|ran|rang|said|saw|sent|spent|stood|struck|taught|thought|told|took|underwent|went|woke|wore|wrote)$/;
const PRESENT =
  /^(?:is|are|am|has|have|does|do|im|ive|hes|shes|isnt|arent|hasnt|havent|doesnt|dont|shows|reveals|remains|appears|seems|presents|continues|persists|suggests|demonstrates|comes|now|today|tonight|currently|still|nowadays|presently)$/;

export type Tense = 'past' | 'present';

/** Whether a word is a verb in the past that is no participle of another: `had`, `went`. */
export const isFinitePast = (word: string): boolean => IRREGULAR.test(word);

/** Whether a word is a verb in the past, or the participle that looks like one. */
export const isPastVerb = (word: string): boolean =>
  IRREGULAR.test(word) || PERSON_PAST.has(word) || /[a-z]{2}ed$/.test(word);

function tenseOfWord(word: string): Tense | undefined {
  if (PRESENT.test(word) || PERSON_VERBS.has(word)) return 'present';
  return isPastVerb(word) ? 'past' : undefined;
}

/** Returns the tense of the finite verbs of a stretch of words; the present where both occur. */
export function tenseOf(
  words: readonly Word[],
  from: number,
  to: number,
  isName: (at: number) => boolean,
): Tense | undefined {
  let tense: Tense | undefined;
  for (let at = from; at < to; at += 1) {
    const one = isName(at) ? undefined : tenseOfWord(lower(words[at]));
    if (one === 'present') return one;
    tense = one ?? tense;
  }
  return tense;
}

/**
 * The tense of the verb that a name depends on in words `from` to `to`: the nearest one before it,
 * or the first after it.
 */
export function tenseAround(
  words: readonly Word[],
  { from, to }: { readonly from: number; readonly to: number },
  name: number,
  isName: (at: number) => boolean,
): Tense | undefined {
  for (let at = name - 1; at >= from; at -= 1) {
    const one = isName(at) ? undefined : tenseOfWord(lower(words[at]));
    if (one !== undefined) return one;
  }
  for (let at = name + 1; at < to; at += 1) {
    const one = isName(at) ? undefined : tenseOfWord(lower(words[at]));
    if (one !== undefined) return one;
  }
  return undefined;
}
