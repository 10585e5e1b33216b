import { lower, PATIENTS } from '../../clauses/grammar.js';
import { FEMALE, isRelative, MALE } from '../../clauses/relatives.js';
import { GAP, SENTENCE_END, type Word } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { ahead, type ConstructionText, cue } from './text.js';

const BEFORE_RELATIVE =
  /^(?:a|an|his|her|my|the|their|both|only|late|twin|eldest|youngest|older|younger|own|dear)$/;

/** `lost his father at an early age to cancer`. */
export function lostRelative(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  let person = at + 1;
  while (person < at + 4 && BEFORE_RELATIVE.test(lower(words[person]))) person += 1;
  if (person === at + 1 || !isRelative(lower(words[person]))) return undefined;
  const to = ahead(text, person + 1, /^(?:to|through|from)$/, 7);
  return to === undefined ? undefined : cue(person, to + 1, 'family before');
}

const MANY =
  /^(?:siblings|sibs|brothers|sisters|children|kids|sons|daughters|uncles|aunts|cousins|relatives|grandchildren|grandparents|parents|nephews|nieces)$/;

/** `three siblings, one with asthma`, `of six children, one has`: some of several relatives. */
export function someOfThem({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const next = lower(words[at + 1]);
  if (
    !/^(?:with|has|had|have|died)$/.test(next) &&
    !(next === 'of' && /^(?:whom|them)$/.test(lower(words[at + 2])))
  )
    return undefined;
  for (let n = at - 1; n >= 0 && n > at - 9; n -= 1) {
    if (((words[n + 1]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
    if (MANY.test(lower(words[n])) && !isName(n)) return cue(at, at + 1, 'family before');
  }
  return undefined;
}

const PLACE =
  /^(?:class|classroom|school|nursery|daycare|creche|kindergarten|work|workplace|office|ward|team|home|bay|bed|household|house|flight|wedding|party|street|crew|unit|camp|dormitory|barracks|village)$/;

/** `several children in his class`: others, by the place where the patient meets them. */
export function peopleAround({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:in|at|on|from)$/.test(lower(words[at + 1])) || isName(at)) return undefined;
  let place = at + 2;
  while (place < at + 5 && /^(?:his|her|my|their|the|next|same|other)$/.test(lower(words[place])))
    place += 1;
  if (!PLACE.test(lower(words[place])) || isName(place)) return undefined;
  const verb = lower(words[place + 1]);
  return /^(?:has|have|had|with|is|are|was|were|came|got|caught|developed|fell)$/.test(verb)
    ? cue(at, place + 1, 'family before')
    : undefined;
}

const OF_A_SIDE =
  /^(?:his|her|my|your|the|their|both|either|maternal|paternal|mothers?|fathers?|mums?|moms?|dads?)$/;

/** `on her mother's side`, `on both sides of the family`. */
export function onSide({ words, limits }: ConstructionText, at: number): Cue | undefined {
  let side = at + 1;
  while (side < at + 4 && OF_A_SIDE.test(lower(words[side]))) side += 1;
  if (side === at + 1 || !/^sides?$/.test(lower(words[side]))) return undefined;
  const family = lower(words[side + 1]) === 'of' && lower(words[side + 3]) === 'family';
  const owned = words
    .slice(at + 1, side)
    .some((word) => /^(?:mat|pat|mo|fa|mu|da)/.test(lower(word)));
  const both = /^(?:both|either)$/.test(lower(words[at + 1]));
  if (!family && !owned && !both) return undefined;
  const to = family ? side + 4 : side + 1;
  const fronted = ((words[at]?.gap ?? 0) & SENTENCE_END) !== 0 || (limits[at] ?? 0) !== 0;
  return cue(at, to, fronted ? 'family before' : 'family after');
}

/** `Mo - asthma; Fa: gout`: relatives as pedigrees shorten them. */
export function pedigree({ words }: ConstructionText, at: number): Cue | undefined {
  const gap = words[at + 1]?.gap ?? 0;
  return (gap & (GAP.dash | GAP.colon)) !== 0 && (gap & SENTENCE_END) === 0
    ? cue(at, at + 1, 'family before')
    : undefined;
}

const FARTHEST = 40;

/** The persons that a pronoun of each sex can mean apart from the patient. */
type Sex = 'he' | 'she';

/** The sex of the patient by the possessive of a relative; no text calls its speaker `he`. */
function ownerOf(word: string): Sex | 'speaker' | undefined {
  if (word === 'his') return 'he';
  if (word === 'her') return 'she';
  return word === 'my' ? 'speaker' : undefined;
}

/** `He now has`, `he was eventually`: a narrative continues. */
const goesOnTelling = (words: readonly Word[], at: number): boolean =>
  words
    .slice(at + 1, at + 4)
    .some((word) =>
      /^(?:now|eventually|later|then|subsequently|also|finally|too|never|once|still|ultimately|died|since)$/.test(
        lower(word),
      ),
    );

/**
 * Pronouns that take up a relative who cannot be confused with the patient: `Her brother is ill. He
 * has gout.` The relative is the subject of a sentence before.
 */
export function takenUp({ words, limits, isName }: ConstructionText): readonly Cue[] {
  const found: Cue[] = [];
  let last: { readonly sex: Sex; readonly at: number } | undefined;
  for (const [at, word] of words.entries()) {
    const plain = lower(word);
    if (last !== undefined && at - last.at > FARTHEST) last = undefined;
    const begins = (word.gap & SENTENCE_END) !== 0 || (limits[at] ?? 0) !== 0;
    if (begins && (word.gap & GAP.blank) !== 0) last = undefined;
    if (last !== undefined && PATIENTS.has(plain) && !isName(at)) last = undefined;
    if (begins && plain === last?.sex && goesOnTelling(words, at)) {
      found.push(cue(at, at + 1, 'family before'));
      last = { sex: last.sex, at };
    }
    const owner = begins ? ownerOf(plain) : undefined;
    if (owner === undefined) continue;
    let person = at + 1;
    while (person < at + 4 && BEFORE_RELATIVE.test(lower(words[person]))) person += 1;
    const noun = lower(words[person]);
    const sex: Sex | undefined = MALE.test(noun) ? 'he' : FEMALE.test(noun) ? 'she' : undefined;
    last = sex !== undefined && sex !== owner ? { sex, at: person } : undefined;
  }
  return found;
}

/** The constructions of other people, with the words that they begin with. */
export const PERSONS: readonly (readonly [typeof lostRelative, string])[] = [
  [lostRelative, 'lost lose loses losing'],
  [someOfThem, 'one two three four another both some none all'],
  [
    peopleAround,
    'children kids pupils people others students staff residents someone man woman boy girl child passenger guests boys girls men women',
  ],
  [onSide, 'on from'],
  [pedigree, 'mo fa sis bro mgm mgf pgm pgf gm gf'],
];
