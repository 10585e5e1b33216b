import {
  AMERICAN_STEMS,
  AMERICAN_WORDS,
  BRITISH_STEMS,
  BRITISH_WORDS,
  ISE_STEMS,
} from './spelling-table.js';

const anyOf = (stems: Iterable<string>): RegExp =>
  new RegExp([...stems].sort((a, b) => b.length - a.length).join('|'), 'g');

const BRITISH_STEM = anyOf(AMERICAN_STEMS.keys());
const AMERICAN_STEM = anyOf(BRITISH_STEMS.keys());
const VERB = /^(?:re|de|un|non)?([a-z]+?)(i[sz])(e|ed|es|er|ers|ing|ation|ations|ational|able)$/;

/** American words that hold one of the stems and are the same in both. */
const SAME_IN_BOTH = /^(tumori|tumoral|gastroesoph|tracheoesoph|catalogu|malodor)|[a-z]aging$/;

function verbIn(word: string, ending: string): string | undefined {
  const verb = VERB.exec(word);
  const stem = verb?.[1];
  if (!verb || stem === undefined) return undefined;
  const spelling =
    ISE_STEMS.has(stem) ||
    ISE_STEMS.has(word.slice(0, word.length - (verb[2] ?? '').length - (verb[3] ?? '').length));
  if (!spelling) return undefined;
  const at = word.length - (verb[3] ?? '').length - 2;
  return `${word.slice(0, at)}${ending}${word.slice(at + 2)}`;
}

/** "gastroesophageal": the o belongs to the part before it. */
const LINKED = /(gastr|trache|bronch|laryng|phren)oesophag/;

const toAmerican = (word: string): string =>
  AMERICAN_WORDS.get(word) ??
  verbIn(word, 'iz') ??
  (/^(angio|haemophilus)/.test(word) || LINKED.test(word)
    ? word
    : word.replace(BRITISH_STEM, (stem) => AMERICAN_STEMS.get(stem) ?? stem));

/** The British stem, unless the word has it already: "oedema" contains "edema". */
function britishStem(word: string, stem: string, at: number): string {
  const british = BRITISH_STEMS.get(stem) ?? stem;
  const lead = british.indexOf(stem);
  const there = lead > 0 && word.slice(0, at).endsWith(british.slice(0, lead));
  return there ? stem : british;
}

const toBritish = (word: string): string =>
  BRITISH_WORDS.get(word) ??
  verbIn(word, 'is') ??
  (SAME_IN_BOTH.test(word)
    ? word
    : word.replace(AMERICAN_STEM, (stem, at: number) => britishStem(word, stem, at)));

/** The word as the locale spells it: oedema or edema; names of drugs are never changed. */
export const spelled = (word: string, british: boolean): string =>
  british ? toBritish(word) : toAmerican(word);

/** Whether a locale spells as in Britain; Canada spells medicine as the USA do. */
export const isBritish = (locale: string): boolean =>
  /^en[-_](gb|uk|ie|au|nz|za|in|sg|hk|mt)/i.test(locale);
