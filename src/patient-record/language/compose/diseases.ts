import { type Lexicon, plainWords } from '../dictionary/lexicon.js';
import type { Meaning } from '../dictionary/meaning.js';
import type { PhraseTree } from '../dictionary/phrase-tree.js';
import type { EntityType } from '../entity.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { foldWord } from '../text/fold.js';
import { anyMay, CLASS, may } from '../text/word-classes.js';
import { type Form, GAP, goesOn, type Word } from '../text/words.js';
import { extendRight, type Sites } from './sites.js';

/** Reads names of diseases that no list has, by how they are made. */
export interface DiseaseReader {
  /** Where a name of a disease begins with its adjectives: from a word on, of the noun `head`. */
  modifiersBefore(words: readonly Word[], from: number, head: number, sites: Sites): number;
  /** Whether a word is the noun of such a name. */
  isHead(word: Word): boolean;
  find(words: readonly Word[], sites: Sites): readonly Span[];
}

const SUFFIX =
  /(?:itis|[a-z]{3}oma|osis|iasis|opathy|emia|uria|algia|plegia|paresis|penia|cytosis|rrhea|rrhagia|dystrophy|plasia|megaly|malacia|ectasia|asthenia|esthesia|toxicity|dynia|ptysis|kinesia)$/;
const ADJECTIVE = /(?:al|ic|ar|ary|ous|oid|genic|lytic|trophic|itic|emic|uric|ative)$/;
/** Names of persons precede these. */
const EPONYM_HEADS = new Set(
  [
    'syndrome',
    'disease',
    'disorder',
    'dystrophy',
    'ataxia',
    'palsy',
    'anomaly',
    'malformation',
    'tumor',
    'lymphoma',
    'sarcoma',
    'anemia',
    'encephalopathy',
    'thyroiditis',
    'dementia',
  ].map(foldWord),
);
const ENZYME = /(?:ase|gen|globin|sterol|phosphate|factor|antitrypsin|thrombin)$/;
const SMALL = new Set(
  'the a an of and or in with for to by on at as is are was were has had have from this that these those no not his her their its my your our patient he she i it we they any some all'.split(
    ' ',
  ),
);
const MAX_WORDS_BEFORE = 7;
const QUALIFIER = new Set(['type', 'stage', 'grade', 'class', 'mellitu', 'mellitus']);
const ORDINAL = /^(?:\d{1,2}|[ivx]{1,4}|[1-4]?[a-e])$/;

const isCapital = (word: Word) => /^\p{Lu}\p{Ll}/u.test(word.written);

/** `type 2`, `stage IV` after a name. */
function qualifierAfter(words: readonly Word[], to: number): number {
  let end = to;
  while (goesOn(words[end]) && QUALIFIER.has(words[end]?.folded ?? '')) {
    const named = words[end]?.folded.startsWith('mellit');
    if (named === true) end += 1;
    else if (goesOn(words[end + 1]) && ORDINAL.test(words[end + 1]?.folded ?? '')) end += 2;
    else break;
  }
  return end;
}

function wordSets(tables: LanguageTables) {
  const folded = (kind: string) =>
    new Set(
      tables.disease_words
        .filter((row) => row.kind === kind)
        .flatMap((row) => row.words.map(foldWord)),
    );
  return {
    heads: folded('head'),
    weak: folded('head weak'),
    modifiers: folded('modifier'),
    not: folded('not modifier'),
    plain: new Set([...plainWords(tables, 'no disease')].map(foldWord)),
  };
}

/** Returns the type that the noun has alone. */
function typeByHead(names: PhraseTree<Meaning>) {
  return (word: Word): EntityType => {
    const alone = names.at([word], 0)[0]?.values[0]?.type;
    return alone === 'symptom' || alone === 'finding' ? alone : 'condition';
  };
}

/** Whether a word is the noun of the name of a disease. */
export function createHeadTest(tables: LanguageTables): (form: Form) => boolean {
  const { heads, plain } = wordSets(tables);
  return ({ folded }) =>
    heads.has(folded) || (folded.length > 6 && SUFFIX.test(folded) && !plain.has(folded));
}

export function createDiseaseReader(tables: LanguageTables, lexicon: Lexicon): DiseaseReader {
  const typeOf = typeByHead(lexicon.names);
  const { heads, weak, modifiers, not } = wordSets(tables);
  const isNoun = createHeadTest(tables);
  const isHead = (word: Word) => may(word, CLASS.disease) && isNoun(word);

  function isModifier(words: readonly Word[], at: number, head: string): boolean {
    const word = words[at];
    if (word === undefined || SMALL.has(word.folded) || not.has(word.folded)) return false;
    if (modifiers.has(word.folded)) return true;
    if (word.folded.length > 4 && ADJECTIVE.test(word.folded)) return true;
    const starts = (word.gap & (GAP.end | GAP.line)) !== 0;
    if (EPONYM_HEADS.has(head) && isCapital(word) && !starts) return true;
    return head === 'deficiency' && (ENZYME.test(word.folded) || /\d/.test(word.written));
  }

  function modifiersBefore(words: readonly Word[], from: number, at: number, sites: Sites): number {
    const head = words[at]?.folded ?? '';
    let start = from;
    while (from - start < MAX_WORDS_BEFORE && goesOn(words[start])) {
      const part = sites.endingAt(start);
      if (part !== undefined && from - part.from <= MAX_WORDS_BEFORE) start = part.from;
      else if (isModifier(words, start - 1, head)) start -= 1;
      else break;
    }
    return start;
  }

  function spanAt(words: readonly Word[], at: number, sites: Sites): Span | undefined {
    const word = words[at];
    if (word === undefined || !isHead(word)) return undefined;
    const from = modifiersBefore(words, at, at, sites);
    const known = heads.has(word.folded);
    if (from === at && weak.has(word.folded)) return undefined;
    const qualified = qualifierAfter(words, at + 1);
    const { to, site } = known ? extendRight(words, qualified, sites) : { to: qualified };
    const confidence = from < at ? 0.8 : known ? 0.7 : 0.75;
    return {
      type: typeOf(word),
      from,
      to,
      confidence,
      head: at,
      ...(site !== undefined && { site }),
    };
  }

  return {
    modifiersBefore,
    isHead,
    find: (words, sites) =>
      anyMay(words, CLASS.disease) ? words.flatMap((_, at) => spanAt(words, at, sites) ?? []) : [],
  };
}
