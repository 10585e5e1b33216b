import { GAP, type Word } from '../text/words.js';
import type { Dose } from './doses.js';

/** How a medicine is given or how often, in the words of the tables. */
export interface Attribute {
  readonly kind: 'route' | 'frequency';
  readonly value: string;
}

/** An item between the names of two medicines, in order. */
export type Item =
  | { readonly kind: 'dose'; readonly at: number; readonly dose: Dose }
  | {
      readonly kind: 'attribute';
      readonly at: number;
      readonly attributes: readonly Attribute[];
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

/** Whether a sign separates a word from the one before: a comma, a bracket, a dash, `+`, `&`. */
export function isSeparated(text: string, words: readonly Word[], at: number): boolean {
  const gap = words[at]?.gap ?? 0;
  if ((gap & SEPARATES) !== 0) return true;
  if ((gap & (GAP.sign | GAP.slash)) === 0) return false;
  return /[+&]/.test(text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? 0));
}

/** What one word is that states neither a dose nor an attribute. */
export function wordItem(words: readonly Word[], at: number): Item {
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

/** Whether an item states that the dose changes: of `5 to 10 mg` after it the second is meant. */
export const isChange = (item: Item): boolean =>
  item.kind === 'lead' && item.word !== 'to' && item.word !== 'at';
