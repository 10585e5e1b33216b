import { ADVERBS, lower, PREPOSITIONS, SPEECH_AND_THOUGHT } from '../clauses/grammar.js';
import { isRelative } from '../clauses/relatives.js';
import { isPastVerb } from '../clauses/tense.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue } from './cues.js';

/** Words within which an action of a relative is searched. */
const REACH = 6;
const LONGEST_ASIDE = 10;

/** Verbs and links by which a relative is the one who has something. */
const OF_THE_ILL =
  /^(?:having|with|died|dying|dead|die|dies|suffer|suffers|suffered|suffering|developed|develops|diagnosed|affected|got|get|gets|passed|carries|carried|carry|carrier|battled|d|dec|survived|succumbed|lost|or|of|in|aged|age|s|side|living|deceased|treated|underwent|positive|known|alive|too|first|degree|hx|history|from|takes|take|needs|needed|required|requires|being|tested|fell|remains|live|lives|recovered|recovering|hospitalized|hospitalised|admitted|operated|smoked|smokes|drank|drinks|killed|blind|deaf|born|all|there)$/;
/** Words that do not decide it yet. */
const OPEN =
  /^(?:at|on|is|was|are|were|been|has|had|have|did|does|do|would|could|might|may|must|will|also|both|and|who|that|the|a|an|his|her|my|never|not|no|nor|law|reportedly|apparently|recently|previously|probably|possibly|likely|still|now|each|older|younger|elder|eldest|youngest|maternal|paternal|late|own|twin|half|only|all|either|neither|himself|herself|once|currently|sadly|unfortunately|hasnt|isnt|wasnt|doesnt|havent)$/;
/** Words for a person who informs about or brings the patient. */
const INFORMS =
  /^(?:gave|gives|rang|phoned|rings|phones|duty|charge|informed|concerned|worried|anxious|present|here|reporting|saying|telling|giving|bringing|aware|noticed|noted|seen|told|said|given|brought|called|reported|found|asked|requesting|asking|describing|keen|upset|unhappy|convinced|sure|certain|complaining|denies|denied|deny|report|say|tell|think|notice|describe|recall|feel|believe|add|worry|confirm|bring)$/;
/** Words before a relative that make it a companion or a source. */
const COMPANION =
  /^(?:by|from|with|to|per|via|accompanied|brought|bring|according|via|through|lives|live|and with)$/;
const DETERMINER =
  /^(?:\d+|one|two|three|four|five|six|grown|adult|young|his|her|my|the|their|your|our|a|an|both|elderly|own|older|younger)$/;

/** `brought in by her husband`, `lives with her mother`, `history from son`. */
function isCompanion(words: readonly Word[], cue: Cue): boolean {
  let at = cue.from - 1;
  if ((words[cue.from]?.gap ?? 0) & (SENTENCE_END | GAP.comma | GAP.colon)) return false;
  while (at >= 0 && at >= cue.from - 2 && DETERMINER.test(lower(words[at]))) at -= 1;
  if (!COMPANION.test(lower(words[at]))) return false;
  const next = words[cue.to];
  // `lives with her mother who has dementia`: that is about the mother.
  return !(next !== undefined && /^(?:who|whose)$/.test(lower(next)));
}

/** Where an aside ends: `his father, who came with him, describes`. */
function afterAside(words: readonly Word[], at: number): number | undefined {
  for (let i = at + 1; i < at + LONGEST_ASIDE; i += 1) {
    const gap = words[i]?.gap ?? GAP.end;
    if ((gap & SENTENCE_END) !== 0) return undefined;
    if ((gap & GAP.comma) !== 0) return i;
  }
  return undefined;
}

/** `drove him in`, `sat with her all night`: what a relative does to the patient. */
function concernsPatient(words: readonly Word[], verb: number): boolean {
  for (let at = verb + 1; at < verb + 4; at += 1) {
    const word = words[at];
    if (word === undefined || (word.gap & (SENTENCE_END | GAP.comma)) !== 0) return false;
    const plain = lower(word);
    if (/^(?:him|me|them|us|patient|pt)$/.test(plain)) return true;
    if (plain === 'her' && PREPOSITIONS.has(lower(words[at + 1]))) return true;
  }
  return false;
}

/** `has been told that she has`: what a relative was told is about the relative. */
export const isToldOfOwn = (words: readonly Word[], at: number): boolean =>
  /^(?:told|informed|warned)$/.test(lower(words[at])) &&
  /^(?:been|was|were|just)$/.test(lower(words[at - 1])) &&
  /^(?:that|she|he|they)$/.test(lower(words[at + 1]));

const MINDED =
  /^(?:concerned|worried|anxious|aware|upset|unhappy|convinced|sure|certain|distressed|frightened)$/;

/** `are anxious about`, `is in no doubt that`: what a relative feels about the patient. */
const isMinded = (words: readonly Word[], at: number): boolean =>
  lower(words[at]) === 'in'
    ? [1, 2].some((n) => /^(?:doubt|agreement)$/.test(lower(words[at + n])))
    : MINDED.test(lower(words[at])) && /^(?:about|that|because)$/.test(lower(words[at + 1]));

/** `her daughter who lives with her reports`: an aside that was heard without its commas. */
function tellsAfterAside(words: readonly Word[], who: number): boolean {
  for (let at = who + 2; at < who + LONGEST_ASIDE; at += 1) {
    if (((words[at]?.gap ?? GAP.end) & SENTENCE_END) !== 0) return false;
    const companion = /^(?:her|him|them|us|me|patient|pt)$/.test(lower(words[at - 1]));
    if (companion && SPEECH_AND_THOUGHT.has(lower(words[at]))) return true;
  }
  return false;
}

/** `daughter states mum has gout`: of a parent whose child speaks, who is the patient. */
function isSpokenForByChild(words: readonly Word[], { from, to }: Cue): boolean {
  if (!/^(?:mother|mum|mom|mummy|father|dad|daddy)$/.test(lower(words[to - 1]))) return false;
  for (let at = from - 1; at > from - 5; at -= 1) {
    if (((words[at + 1]?.gap ?? SENTENCE_END) & SENTENCE_END) !== 0) return false;
    if (/^(?:son|daughter|children)$/.test(lower(words[at])))
      return [1, 2].some(
        (n) => SPEECH_AND_THOUGHT.has(lower(words[at + n])) || INFORMS.test(lower(words[at + n])),
      );
  }
  return false;
}

function speaks(words: readonly Word[], cue: Cue, isName: (at: number) => boolean): boolean {
  // `a mother of two`: the patient.
  if (
    lower(words[cue.to]) === 'of' &&
    /^(?:\d+|one|two|three|four|five|six|seven)$/.test(lower(words[cue.to + 1]))
  ) {
    return true;
  }
  let asides = 0;
  for (let i = cue.to; i < cue.to + REACH + asides; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & (SENTENCE_END | GAP.colon)) !== 0) return false;
    const plain = lower(word);
    if ((word.gap & GAP.comma) !== 0) {
      const to = /^(?:who|whom|a|an|his|her)$/.test(plain) ? afterAside(words, i) : undefined;
      if (to === undefined || asides > 0) return false;
      asides = to - i + 1;
      if (words.slice(i, to).some((_, n) => isName(i + n))) return false;
      i = to - 1;
      const next = lower(words[to]);
      if (INFORMS.test(next)) return true;
      if (!OPEN.test(next) && !OF_THE_ILL.test(next) && !isName(to)) return true;
      continue;
    }
    if (isMinded(words, i)) return true;
    if (plain === 'who' && tellsAfterAside(words, i)) return true;
    if (isName(i) || word.number || (word.gap & (GAP.open | GAP.slash)) !== 0) return false;
    if (isToldOfOwn(words, i)) return false;
    if (INFORMS.test(plain)) return lower(words[i + 1]) !== 'to';
    if (isRelative(plain) || OPEN.test(plain) || ADVERBS.has(plain)) continue;
    if (OF_THE_ILL.test(plain)) return false;
    if (SPEECH_AND_THOUGHT.has(plain)) return true;
    // `a retired miner`, `has recently come`.
    if (/ly$/.test(plain) || /^(?:an?|the)$/.test(lower(words[i - 1]))) continue;
    if (/^(?:off|home)$/.test(plain) || /^(?:at|in|from|off)$/.test(lower(words[i - 1]))) continue;
    const intransitive = PREPOSITIONS.has(lower(words[i + 1])) || lower(words[i + 1]) === 'home';
    if (intransitive && (isPastVerb(plain) || /^(?:come|gone|fallen|been)$/.test(plain)))
      return concernsPatient(words, i);
    // `mother severe asthma`: an adjective of what she has.
    return !isName(i + 1) || /(?:s|ed)$/.test(plain);
  }
  return false;
}

/**
 * Whether the relative of a cue informs about, sees, brings or lives with the patient, and is not the one
 * with the named condition.
 */
export const isInformant = (
  words: readonly Word[],
  cue: Cue,
  isName: (at: number) => boolean,
): boolean =>
  (isRelative(lower(words[cue.to - 1])) || /^s?he$/.test(lower(words[cue.to - 1]))) &&
  (isCompanion(words, cue) || isSpokenForByChild(words, cue) || speaks(words, cue, isName));
