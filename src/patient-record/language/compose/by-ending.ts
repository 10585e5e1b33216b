import { plainWords } from '../dictionary/lexicon.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { foldWord } from '../text/fold.js';
import type { Word } from '../text/words.js';

/** Operations and pictures that no list has. */
const PROCEDURE =
  /(?:ectomy|ostomy|otomy|oscopy|plasty|rrhaphy|centesis|pexy|graphy|ography|gram)$/;
/** Stems of international non-proprietary names (WHO, the use of stems in the selection of INN, 2018). */
const MEDICINE =
  /(?:[a-z]{3}(?:umab|ximab|zumab|tinib|ciclib|parib|zomib|sartan|prazole|conazole|cillin|mycin|micin|floxacin|ciclovir|buvir|asvir|tegravir|gliptin|gliflozin|glutide|setron|triptan|dipine|vastatin|barbital|azepam|azolam|olol|lukast|xaban|gatran|parin|dronate|caine|thiazide|semide|tadine|oxetine|pramine|triptyline|peridol|apine|peridone|curium|curonium|fentanil|platin|rubicin|taxel|bicin|stigmine|prost|cycline|quine|oxacin|profen|coxib|fibrate))$/;

/** Reads single words whose ending says what they are and that no list has. */
export function createEndingReader(tables: LanguageTables) {
  const folded = (kind: string) => new Set([...plainWords(tables, kind)].map(foldWord));
  const noProcedure = folded('no procedure');
  const noMedicine = folded('no medicine');
  return (words: readonly Word[]): readonly Span[] =>
    words.flatMap(({ folded: word, number }, from): Span[] => {
      if (number || word.length < 7) return [];
      const to = from + 1;
      if (PROCEDURE.test(word) && !noProcedure.has(word)) {
        return [{ type: 'procedure', from, to, confidence: 0.75 }];
      }
      const medicine = MEDICINE.test(word) && !noMedicine.has(word);
      return medicine ? [{ type: 'medication', from, to, confidence: 0.7 }] : [];
    });
}
