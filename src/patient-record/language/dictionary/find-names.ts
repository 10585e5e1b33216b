import { CLASS, may } from '../text/word-classes.js';
import { type Form, GAP, goesOn, PHRASE_END, type Word } from '../text/words.js';
import type { Lexicon } from './lexicon.js';
import type { Meaning } from './meaning.js';

/** A name in the text: words `from` to `to` (not included). */
export interface NameMatch {
  readonly meanings: readonly Meaning[];
  readonly from: number;
  readonly to: number;
}

/** Whether a word has capitals and no small letters. */
export const isInCapitals = ({ written }: Pick<Form, 'written'>): boolean =>
  /\p{Lu}/u.test(written) && written === written.toUpperCase();

/** Fewer words in capitals are abbreviations. */
const MIN_SHOUTED = 4;

/** More capitals than small letters: capitals carry no information. */
export function isShouted(words: readonly Word[]): boolean {
  let upper = 0;
  let all = 0;
  for (const word of words) {
    if (word.number || word.written.length < 3) continue;
    all += 1;
    if (may(word, CLASS.capitals) && isInCapitals(word)) upper += 1;
  }
  return all >= MIN_SHOUTED && upper / all > 0.6;
}

/** A heading in capitals next to it: its capitals are no evidence either. */
function inShoutedLine(words: readonly Word[], at: number): boolean {
  const after = words[at + 1];
  const before = words[at - 1];
  const word = words[at];
  const loud = (one: Word | undefined) =>
    one !== undefined && one.written.length > 4 && isInCapitals(one);
  return (
    (after !== undefined && (after.gap & PHRASE_END) === 0 && loud(after)) ||
    (word !== undefined && (word.gap & PHRASE_END) === 0 && loud(before))
  );
}

/** Whether an abbreviation at a word is meant as one. */
function createCapitals({ capitalsOnly }: Lexicon, words: readonly Word[]) {
  let known: boolean | undefined;
  return (meaning: Meaning, from: number): boolean => {
    const { short } = meaning;
    const word = words[from];
    if (short === undefined || word === undefined) return true;
    known ??= isShouted(words);
    const shouted = known;
    const bare = short.replace(/[^\p{L}\p{N}]/gu, '');
    const ordinary = capitalsOnly.has(word.folded) || meaning.confidence < 0.6;
    if (shouted && ordinary) return false;
    if (word.written === bare || word.written === `${bare}s`)
      return shouted || !inShoutedLine(words, from);
    const lower = word.written.toLowerCase();
    const same = lower === bare.toLowerCase() || lower === `${bare.toLowerCase()}s`;
    return same && !ordinary && bare.length > 2;
  };
}

/** Words after which an ordinary word names what ails. */
const SPEAKS = new Set(
  'no any denie denied deny without feel feeling felt have has had having a an some bad with mild severe new report reports hear hearing'.split(
    ' ',
  ),
);

/** `cut on the finger`: a part of the body follows. */
const PLACES = new Set(['on', 'in', 'over', 'around', 'behind']);

/** Findings at a site, and states of a person: words of research as well as of patients. */
const SEEN = new Set(['mass', 'lesion', 'nodule', 'cyst', 'growth']);
const STATES = new Set(['asymptomatic', 'normotensive', 'anicteric', 'nonicteric']);
const COPULAS = new Set(
  'is was remains remained remain are were been being otherwise currently completely now'.split(
    ' ',
  ),
);
/** `evidence of recurrence`. */
const SIGNS = new Set(['evidence', 'sign', 'suspicion', 'feature']);
/** Words before what is seen: `the mass was resected`, `a large cystic mass`. */
const SHOWN = new Set(
  (
    'the a an this that these those her his large small big huge solid cystic firm hard soft tender painless painful mobile fixed ' +
    'palpable solitary multiple enhancing hypoechoic hyperechoic hypodense hyperintense hypointense lytic sclerotic ' +
    'necrotic polypoid exophytic ulcerated suspicious dominant focal heterogeneous homogeneous lobulated spiculated ' +
    'pigmented growing enlarging vascular metastatic malignant benign residual recurrent calcified irregular raised'
  ).split(' '),
);
/** What follows the mass of physics. */
const OF_MATTER = new Set(
  'spectrometry spectrum spectra index of media effect production screening transfer action casualty vaccination ratio number'.split(
    ' ',
  ),
);
const ARTICLES = new Set(['the', 'his', 'her', 'a', 'left', 'right']);

/** `lung mass`, `lesion of the liver`, `is asymptomatic`: about a person. */
function isSaidOfSomebody(words: readonly Word[], at: number, { sites }: Lexicon): boolean {
  const word = words[at];
  const before = words[at - 1];
  if (word === undefined) return false;
  if (STATES.has(word.folded)) {
    return before === undefined || !goesOn(word) || COPULAS.has(before.folded);
  }
  if (before?.folded === 'of' && SIGNS.has(words[at - 2]?.folded ?? '')) return true;
  if (!SEEN.has(word.folded)) return false;
  if (goesOn(word) && before !== undefined && sites.longestAt(words, at - 1)?.to === at)
    return true;
  const place = words[at + 1];
  if (goesOn(word) && SHOWN.has(before?.folded ?? '') && !OF_MATTER.has(place?.folded ?? ''))
    return true;
  if (place?.folded !== 'of' && !PLACES.has(place?.folded ?? '')) return false;
  let part = at + 2;
  while (part < at + 4 && ARTICLES.has(words[part]?.folded ?? '')) part += 1;
  return sites.longestAt(words, part) !== undefined;
}

/** More words are no complaint typed at reception. */
const MAX_TYPED = 8;
const AFTER_COMPLAINT = new Set('x for since after from post on at with w in and to'.split(' '));

/** `Fall`, `discharge`, `fall, hip pain`, `cold x 3 days`: an ordinary word that is a complaint by itself. */
function isComplaint(words: readonly Word[], at: number): boolean {
  if (words.length > MAX_TYPED) return false;
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined || (at > 0 && (word.gap & (GAP.comma | GAP.slash)) === 0)) return false;
  return next === undefined || !goesOn(next) || AFTER_COMPLAINT.has(next.folded);
}

/** Whether an ordinary word is in the position of a name. */
function amongNames(
  words: readonly Word[],
  at: number,
  lastEnd: number,
  lexicon: Lexicon,
): boolean {
  const { names } = lexicon;
  if (isComplaint(words, at)) return true;
  if (isSaidOfSomebody(words, at, lexicon)) return true;
  const word = words[at];
  const before = words[at - 1];
  const after = words[at + 1];
  if (after?.folded === 'of' && goesOn(after)) return false;
  const placed = after !== undefined && goesOn(after) && PLACES.has(after.folded);
  if (placed) return true;
  const linked = before?.folded === 'and' || before?.folded === 'or';
  const comma = word !== undefined && (word.gap & (GAP.comma | GAP.slash)) !== 0;
  if (goesOn(word) && before !== undefined && SPEAKS.has(before.folded)) return true;
  if (lastEnd === at && (comma || goesOn(word))) return true;
  if (linked && lastEnd === at - 1) return true;
  const next = after?.folded === 'and' || after?.folded === 'or' ? at + 2 : at + 1;
  const goes = next === at + 2 || (after !== undefined && (after.gap & GAP.comma) !== 0);
  return goes && names.at(words, next).length > 0;
}

/** Returns the longest name that begins at each word outside of another name; linear. */
export function findNames(words: readonly Word[], lexicon: Lexicon): readonly NameMatch[] {
  const capitals = createCapitals(lexicon, words);
  const found: NameMatch[] = [];
  const takes = (meaning: Meaning, from: number, to: number): boolean => {
    if (to - from > 1) return true;
    const before = words[from - 1]?.folded ?? '';
    if (meaning.type === 'anatomy' && lexicon.noBodyPartAfter.has(before)) return false;
    const listed = lexicon.inListOnly.has(words[from]?.folded ?? '');
    if (listed && !amongNames(words, from, found.at(-1)?.to ?? -1, lexicon)) return false;
    return capitals(meaning, from);
  };
  for (let at = 0; at < words.length; ) {
    const hit = lexicon.names.longestAt(words, at, takes);
    if (hit === undefined) {
      at += 1;
      continue;
    }
    found.push({ meanings: hit.values, from: hit.from, to: hit.to });
    at = hit.to;
  }
  return found;
}
