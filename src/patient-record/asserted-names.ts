import type { TextAssertion, WordSpan } from './language/assert-spans.js';
import type { ClinicalLanguage } from './language/create-clinical-language.js';
import { type Word, wordsOf } from './language/text/words.js';

/** The part of a clinical language reader that determines the assertion of names in a text. */
export type NameAsserter = Pick<ClinicalLanguage, 'open'>;

/**
 * Words that may deny, doubt, date or attribute to someone else what a line names. Used where no
 * clinical language reader is open; the list is deliberately wider than any reader needs.
 */
const MAY_SAY_OTHERWISE = new RegExp(
  `[?]|(?<![a-z])(?:${[
    'no|not|nor|non|nil|none|never|neither|nothing|nobody|zero|without|w/o|cannot|can.?t|-ve|neg|negatives?',
    '(?:do|does|did|has|have|had|is|was|are|were|wo|would|could|should)n.?t',
    'den(?:y|ies|ied|ying)|declin\\w+|refus\\w+|absent|absence|exclud\\w+|rul(?:e|ed|es|ing) out|r/o|free|clear of|lack\\w*',
    'unlikely|likely|possib\\w+|probab\\w+|suspect\\w*|suspicio\\w+|query|queries|queried|maybe|perhaps|presum\\w+|questionable|differential|ddx|unclear|uncertain|unconfirmed|provisional|working diagnosis|concern\\w*|worried|fear\\w*|vs|versus|or',
    'risk|screen\\w*|prophyla\\w+|prevent\\w+|vaccin\\w+|immuni[sz]\\w+|expos\\w+|carrier',
    'if|unless|should|would|could|may|might|will|plan\\w*|consider\\w*|await\\w*|pending|until|in case|monitor\\w*|watch',
    'family|fam|fh|fhx|famhx|relatives?|kin|hereditary|inherit\\w*|mother\\w*|father\\w*|mum|mom|dad|parents?|brothers?|sisters?|siblings?|twins?|aunts?|uncles?|cousins?|grand\\w+|sons?|daughters?|child\\w*|wife|husband|partner|spouse|niece|nephew|maternal|paternal|friend|neighbou?r',
    'history|hist|hx|h/o|pmh\\w*|past|previous\\w*|prior|former\\w*|ex|old|remote|earlier|once|used to|ago|since|resol\\w+|remission|cured?|outgr\\w+|recover\\w*|healed|inactive|quit|stop\\w*|gave up|given up|s/p|status post|post|birth|born|childhood|infan\\w+',
  ].join('|')})(?![a-z])`,
  'i',
);

/** Whether a line has words that may change what its names state about the patient today. */
export const maySayOtherwise = (text: string): boolean => MAY_SAY_OTHERWISE.test(text);

/**
 * Returns the assertions of the names that `find` finds in a text, determined by the clinical
 * language reader. Without an open package, names in a text without any doubtful word are present.
 *
 * @param text as it was sent, or a normalised form of it
 * @returns undefined where only a clinical language reader could decide
 */
export function assertNames<F extends WordSpan>(
  language: NameAsserter | undefined,
  text: string,
  find: (words: readonly Word[]) => readonly F[],
): readonly (F & TextAssertion)[] | undefined {
  if (language !== undefined) return language.open(text).assert(find);
  const words = wordsOf(text);
  const found = find(words);
  if (found.length === 0) return [];
  if (maySayOtherwise(text)) return undefined;
  return found.map((one) => {
    const start = words[one.words[0] ?? 0]?.start ?? 0;
    const end = words[one.words.at(-1) ?? 0]?.end ?? start;
    return { ...one, assertion: 'present', start, end };
  });
}

/** The reason for `not_assessed` where no clinical language package is open. */
export const NOT_READABLE =
  'its words may deny or doubt it, and no package of clinical language is open to decide';
