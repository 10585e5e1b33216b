import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import { bareDoseAt, isUsualDose } from './doses.js';

/** A medicine of a list: words `from` to `to` (not included). */
interface ListedMedicine {
  readonly from: number;
  readonly to: number;
}

const AND = /^(?:and|plus)$/;

/** The number after a name where the item of the list ends behind it. */
function bareAt(text: string, words: readonly Word[], { to }: ListedMedicine): string | undefined {
  const dose = bareDoseAt(text, words, to);
  if (dose === undefined || !isUsualDose(dose)) return undefined;
  const next = words[dose.to];
  const ends = next === undefined || (next.gap & (SENTENCE_END | GAP.comma)) !== 0;
  return ends || AND.test(next.folded) ? dose.text : undefined;
}

const MAX_APART = 4;

/**
 * Doses without units in a list of medicines, `aspirin 81, Plavix 75, Lipitor 80`, by the index of
 * each; one alone can be a level in the blood as well.
 */
export function bareListDoses(
  text: string,
  words: readonly Word[],
  mentions: readonly ListedMedicine[],
): ReadonlyMap<number, string> {
  const doses = new Map<number, string>();
  let list: (readonly [number, string])[] = [];
  let end = -1;
  const close = () => {
    if (list.length > 1) for (const [n, dose] of list) doses.set(n, dose);
    list = [];
  };
  for (const [n, one] of mentions.entries()) {
    const dose = bareAt(text, words, one);
    if (one.from - end > MAX_APART || dose === undefined) close();
    if (dose !== undefined) list.push([n, dose]);
    end = one.to;
  }
  close();
  return doses;
}
