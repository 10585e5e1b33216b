import { GAP, type Word } from '../text/words.js';

/** How questions for symptoms begin. */
const QUESTIONS =
  'any|have you|do you|did you|are you|is there|are there|has there|was there|how about|what about|were you|' +
  'does he|does she|has he|has she|is he|is she|have there|had any|does anyone|does it|did he|did she|have they|' +
  'anybody|anyone|do they|has your|does your|were there|you have any|you had any|have your|ever had|you ever|is it|were diagnosed|ever been|was he|was she|been diagnosed|have any';
/** Questions for something else. */
const OTHER_QUESTIONS =
  'do you know|do you think|do you remember|do you mean|do you want|do you see|have you seen|have you tried|' +
  'do you say|any questions|do you need|any other medication|have you taken|do you understand';
const NO =
  'no|nope|nah|not really|none|never|negative|i dont|i do not|i havent|i have not|he doesnt|she doesnt|he hasnt|' +
  'she hasnt|nothing|not that|uh uh|i didnt|not at all|i am not|im not|not recently|not lately|neither|i wasnt|' +
  'not right now|not anything|thankfully no|he has not|she has not|not currently|not a|not any|not i|not since|' +
  'not so|not yet|i never|dont think so|i dont think|not too|he didnt|she didnt|denies';
const YES =
  'yes|yeah|yep|yup|i do|i have|i am|sure|definitely|a little|a bit|sometimes|uh huh|mm hmm|correct|once in a while|' +
  'i did|absolutely|of course|he does|she does|he has|she has|i was|mhm|occasionally|exactly|thats right|i think so|' +
  'ive been|ive had|a lot|some|it is|it does|quite|just|only|maybe a|im having|i feel|he did|she did|every now';
/** When, how and why are not answered with yes or no. */
const OPEN = new Set([
  'when',
  'how',
  'why',
  'where',
  'what',
  'who',
  'long',
  'often',
  'much',
  'which',
]);

type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Phrases by their first word: the words that follow it. */
function phrasesOf(list: string): Phrases {
  const map = new Map<string, string[][]>();
  for (const phrase of list.split('|')) {
    const [first = '', ...rest] = phrase.split(' ');
    const others = map.get(first);
    if (others) others.push(rest);
    else map.set(first, [rest]);
  }
  return map;
}

const QUESTION_PHRASES = phrasesOf(QUESTIONS);
const OTHER_PHRASES = phrasesOf(OTHER_QUESTIONS);
const NO_PHRASES = phrasesOf(NO);
const YES_PHRASES = phrasesOf(YES);

/** A word of talk in its form for comparison: `I've` as `ive`. */
export const spoken = (word: Word | undefined): string => word?.plain ?? '';

const begins = (words: readonly Word[], at: number, phrases: Phrases): boolean =>
  phrases
    .get(spoken(words[at]))
    ?.some((rest) => rest.every((word, i) => spoken(words[at + 1 + i]) === word)) ?? false;

export const saysNo = (words: readonly Word[], at: number) => begins(words, at, NO_PHRASES);
export const saysYes = (words: readonly Word[], at: number) => begins(words, at, YES_PHRASES);

/** Whether a question that yes or no answers begins at a word; `when did you` is none. */
export const asks = (words: readonly Word[], at: number): boolean =>
  begins(words, at, QUESTION_PHRASES) &&
  !begins(words, at, OTHER_PHRASES) &&
  (/^(?:how|what)$/.test(spoken(words[at])) || !OPEN.has(spoken(words[at - 1])));

const SPEAKER =
  /^(?:doctor|patient|guest|clinician|nurse|physician|dr|d|p|pt|family|mother|father|speaker|interviewer)$/;

/** `doctor:`, `[patient]`: who speaks. */
export function isSpeaker(words: readonly Word[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (word === undefined || next === undefined || (word.gap & GAP.line) === 0) return false;
  return (next.gap & (GAP.colon | GAP.close)) !== 0 && SPEAKER.test(word.folded);
}

const FEWEST_TURNS = 2;

/** Whether a text names its speakers, independent of the kind that the request states. */
export function isTalk(words: readonly Word[]): boolean {
  let turns = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (isSpeaker(words, at)) turns += 1;
    if (turns >= FEWEST_TURNS) return true;
  }
  return false;
}

const AFTER_ANSWER = new Set(
  'ok okay no not nothing i im ive he she we and so alright just that thats it its um uh uhm well but because my have do has how what none never right all good great'.split(
    ' ',
  ),
);

/** Whether a `no` answers a question and does not deny what follows. */
export function isAnswer(words: readonly Word[], at: number): boolean {
  if (!/^(?:no|nope|nah)$/.test(spoken(words[at]))) return false;
  return AFTER_ANSWER.has(spoken(words[at + 1])) || asks(words, at + 1);
}
