import { plainWords } from '../dictionary/lexicon.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { foldWord } from '../text/fold.js';
import { CLASS, may } from '../text/word-classes.js';
import type { Form, Word } from '../text/words.js';

/** Operations and pictures that no list has. */
const PROCEDURE =
  /(?:ectomy|ostomy|otomy|oscopy|plasty|rrhaphy|centesis|pexy|graphy|ography|gram)$/;
/** Stems of international non-proprietary names (WHO, the use of stems in the selection of INN, 2018). */
const MEDICINE =
  /(?:[a-z]{3}(?:umab|ximab|zumab|tinib|ciclib|parib|zomib|sartan|prazole|conazole|cillin|mycin|micin|floxacin|ciclovir|buvir|asvir|tegravir|gliptin|gliflozin|glutide|setron|triptan|dipine|vastatin|barbital|azepam|azolam|olol|lukast|xaban|gatran|parin|dronate|caine|thiazide|semide|tadine|oxetine|pramine|triptyline|peridol|apine|peridone|curium|curonium|fentanil|platin|rubicin|taxel|bicin|stigmine|prost|cycline|quine|oxacin|profen|coxib|fibrate))$/;

const MIN_LETTERS = 7;

/** Whether a word ends as operations, pictures or medicines do. */
export const hasTellingEnding = ({ folded, number }: Form): boolean =>
  !number && folded.length >= MIN_LETTERS && (PROCEDURE.test(folded) || MEDICINE.test(folded));

/** Reads single words whose ending says what they are and that no list has. */
export function createEndingReader(tables: LanguageTables) {
  const folded = (kind: string) => new Set([...plainWords(tables, kind)].map(foldWord));
  const noProcedure = folded('no procedure');
  const noMedicine = folded('no medicine');
  return (words: readonly Word[]): readonly Span[] => {
    const found: Span[] = [];
    for (const [from, word] of words.entries()) {
      if (!may(word, CLASS.ending) || !hasTellingEnding(word)) continue;
      const { folded } = word;
      const to = from + 1;
      if (PROCEDURE.test(folded) && !noProcedure.has(folded)) {
        found.push({ type: 'procedure', from, to, confidence: 0.75 });
      } else if (MEDICINE.test(folded) && !noMedicine.has(folded)) {
        found.push({ type: 'medication', from, to, confidence: 0.7 });
      }
    }
    return found;
  };
}
