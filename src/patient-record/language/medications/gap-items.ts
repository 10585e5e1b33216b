import { createPhraseTree } from '../dictionary/phrase-tree.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { GAP, goesOn, SENTENCE_END, type Word } from '../text/words.js';
import { bareDoseAt, type Dose, doseAt, isStrength } from './doses.js';
import { frequencyAt } from './frequencies.js';

/** An item between the names of two medicines, in order. */
export type Item =
  | { readonly kind: 'dose'; readonly at: number; readonly dose: Dose }
  | {
      readonly kind: 'saying';
      readonly at: number;
      readonly said: readonly { readonly kind: string; readonly value: string }[];
    }
  /** Words that belong to a dose or a form: `loading dose`, `tablets`; `of` binds to what follows. */
  | { readonly kind: 'filler'; readonly at: number; readonly of: boolean }
  /** A comma, a bracket, `and`, `then`. */
  | { readonly kind: 'separator'; readonly at: number; readonly word: boolean }
  /** `increased`, `from`, `to`, `at`: what follows is about what precedes. */
  | { readonly kind: 'lead'; readonly at: number; readonly word: string }
  /** A value of something else. */
  | { readonly kind: 'wall'; readonly at: number }
  | { readonly kind: 'other'; readonly at: number };

const AND = new Set('and plus then also or but with along & followed'.split(' '));
/** Verbs after which another medicine begins. */
const GIVES = new Set(
  'gave give giving received receive take taking start started add added got'.split(' '),
);
const BE = new Set('was were is are been being be'.split(' '));
const LEAD = new Set(
  (
    'to at from now currently increased decreased reduced uptitrated downtitrated titrated raised lowered changed ' +
    'increase decrease reduce weaned tapered switched doubled halved up down increasing decreasing cut'
  ).split(' '),
);
const FILLER = new Set(
  (
    'of the a an his her this dose doses loading bolus initial single stat total first second test further maintenance ' +
    'tablet tab capsule cap puff drop patch spray inhaler nebuliser nebulizer nebulized injection infusion ampoule vial ' +
    'suppository cream ointment gel lotion solution suspension syrup elixir extended release modified slow immediate ' +
    'sustained enteric coated strength short long acting er xr sr mr xl ir la dispersible soluble effervescent chewable ' +
    'regular prophylactic therapeutic daily additional low high course'
  ).split(' '),
);
const SEPARATES = GAP.comma | GAP.open | GAP.close | GAP.dash;

/** Reads doses, routes and frequencies from the words between names. */
export function createItemReader(tables: LanguageTables) {
  const tree = createPhraseTree<{ readonly kind: string; readonly value: string }>();
  for (const { kind, value, words } of tables.attributes) {
    if (kind === 'route' || kind === 'frequency')
      for (const word of words) tree.add(word, { kind, value });
  }

  function separates(text: string, words: readonly Word[], at: number): boolean {
    const gap = words[at]?.gap ?? 0;
    if ((gap & SEPARATES) !== 0) return true;
    if ((gap & (GAP.sign | GAP.slash)) === 0) return false;
    return /[+&]/.test(text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0));
  }

  /** How often or how much of it follows, or nothing does and it is a strength or in a list of such. */
  function isBareDose(text: string, words: readonly Word[], bare: Dose): boolean {
    const next = words[bare.to];
    if (goesOn(next)) {
      const said = tree.longestAt(words, bare.to) ?? frequencyAt(words, bare.to);
      if (said !== undefined) return true;
      return isStrength(bare) && doseAt(text, words, bare.to, false) !== undefined;
    }
    return isStrength(bare);
  }

  function wordItem(words: readonly Word[], at: number): Item {
    const folded = words[at]?.folded ?? '';
    if (AND.has(folded)) return { kind: 'separator', at, word: true };
    const [before, after] = [words[at - 1]?.folded ?? '', words[at + 1]?.folded ?? ''];
    if (GIVES.has(folded) && !BE.has(before) && !/^(?:at|to|with)$/.test(after)) {
      return { kind: 'separator', at, word: true };
    }
    if (LEAD.has(folded)) return { kind: 'lead', at, word: folded };
    if (FILLER.has(folded)) return { kind: 'filler', at, of: folded === 'of' };
    return { kind: 'other', at };
  }

  /**
   * The items of words `from` to `to`, up to the end of a sentence.
   *
   * @param spans things that the words name, by the word where each begins
   * @param named a medicine ends right before `from`
   */
  return (
    text: string,
    words: readonly Word[],
    from: number,
    to: number,
    spans: ReadonlyMap<number, Span>,
    named: boolean,
  ): readonly Item[] => {
    const items: Item[] = [];
    let changing = false;
    for (let at = from; at < to; ) {
      const word = words[at];
      if (word === undefined || (at > from || named ? word.gap & SENTENCE_END : 0) !== 0) break;
      if (separates(text, words, at)) items.push({ kind: 'separator', at, word: false });
      const span = spans.get(at);
      if (span !== undefined && span.type !== 'anatomy' && span.type !== 'medication') {
        items.push({ kind: span.type === 'measurement' ? 'wall' : 'other', at });
        at = span.to;
        continue;
      }
      const often = frequencyAt(words, at);
      if (
        often !== undefined &&
        often.to <= to &&
        often.to > (tree.longestAt(words, at)?.to ?? 0)
      ) {
        items.push({ kind: 'saying', at, said: [{ kind: 'frequency', value: often.value }] });
        at = often.to;
        continue;
      }
      const dose = doseAt(text, words, at, changing);
      if (dose !== undefined && dose.to <= to) {
        // `from 5 to 10 mg`
        if (dose.from > at) items.push({ kind: 'lead', at, word: 'to' });
        items.push({ kind: 'dose', at: dose.from, dose });
        at = dose.to;
        continue;
      }
      const hit = tree.longestAt(words, at);
      if (hit !== undefined && hit.to <= to) {
        items.push({ kind: 'saying', at, said: hit.values });
        at = hit.to;
        continue;
      }
      const right = named && items.every(({ kind }) => kind === 'filler');
      const bare = right ? bareDoseAt(text, words, at) : undefined;
      if (bare !== undefined && isBareDose(text, words, bare)) {
        items.push({ kind: 'dose', at, dose: bare });
        at = bare.to;
        continue;
      }
      const item = wordItem(words, at);
      changing ||= item.kind === 'lead' && item.word !== 'to' && item.word !== 'at';
      items.push(item);
      at += 1;
    }
    return items;
  };
}
