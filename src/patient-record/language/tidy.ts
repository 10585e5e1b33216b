import { AILMENTS } from './entity.js';
import type { Span } from './span.js';
import type { LanguageTables } from './tables/schema.js';
import { foldWord } from './text/fold.js';
import { SENTENCE_END, type Word } from './text/words.js';

const BETWEEN = new Set('is are was were be been feel felt described as and very more'.split(' '));
/** Words of pain that add no information to its name. */
const OF_PAIN = new Set(
  'sharp dull burning crushing throbbing cramping shooting tearing pleuritic'.split(' '),
);
/** Forms that belong to the medicine before them. */
const FORMS = new Set(
  [
    'inhaler',
    'cream',
    'ointment',
    'lotion',
    'gel',
    'eye drops',
    'ear drops',
    'nasal spray',
    'patch',
    'puffer',
    'nebulizer',
    'injection',
    'suppository',
    'enema',
    'infusion',
    'nebs',
    'sliding scale',
  ].map((form) => form.split(' ').map(foldWord).join(' ')),
);
const NEAR = 3;

const foldedOf = (words: readonly Word[], { from, to }: Span) =>
  words
    .slice(from, to)
    .map(({ folded }) => folded)
    .join(' ');

function apart(words: readonly Word[], from: number, to: number): boolean {
  for (let i = from; i <= to; i += 1) if (((words[i]?.gap ?? 0) & SENTENCE_END) !== 0) return true;
  return false;
}

/**
 * Leaves out descriptions of the name before: `headache is throbbing`, `salbutamol 100 mcg
 * inhaler`.
 */
export function createTidy(tables: LanguageTables) {
  const qualities = new Set(
    tables.attributes
      .filter(({ kind, value }) => kind === 'quality' && OF_PAIN.has(value))
      .flatMap(({ words }) => words.map(foldWord)),
  );
  return (words: readonly Word[], spans: readonly Span[]): readonly Span[] =>
    spans.filter((span, n) => {
      const before = spans[n - 1];
      if (before === undefined || apart(words, before.to, span.from)) return true;
      const between = words.slice(before.to, span.from);
      // A patch of medicine is no patch of skin.
      const form = span.type === 'finding' && between.length === 0;
      if ((span.type === 'medication' || form) && before.type === 'medication') {
        return between.length > NEAR || !FORMS.has(foldedOf(words, span));
      }
      const quality = span.to - span.from === 1 && qualities.has(foldedOf(words, span));
      if (!quality || !AILMENTS.has(before.type) || between.length === 0) return true;
      return !between.every(({ folded }) => BETWEEN.has(folded));
    });
}
