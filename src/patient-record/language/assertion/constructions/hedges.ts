import { lower } from '../../clauses/grammar.js';
import { SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { type ConstructionText, cue } from './text.js';

const DENIES = /^(?:no|not|never|nothing|without|little|cannot|hardly|isnt|wasnt|doesnt)$/;
const isDenied = ({ words }: ConstructionText, at: number): boolean =>
  [1, 2].some((n) => DENIES.test(lower(words[at - n])));

/** The words from one on, as far as a pattern of few words can need them. */
export const saidFrom = (
  { words, isName }: Pick<ConstructionText, 'words' | 'isName'>,
  at: number,
): string => {
  const said: string[] = [];
  for (let i = at; i < at + 7; i += 1) {
    const word = words[i];
    if (word === undefined || isName(i) || (i > at && (word.gap & SENTENCE_END) !== 0)) break;
    said.push(lower(word));
  }
  return said.join(' ');
};

/** Phrases that qualify a guess, each from its first word. */
const GUESSES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    would:
      /^would (?:well |also |all |easily |just )?(?:go with|tally with|match|square with|mean|reflect|betray|herald)/,
    could:
      /^could (?:well |also |all |easily |just )?(?:go with|tally with|match|square with|mean|reflect|betray|herald)/,
    might:
      /^might (?:well |also |all |easily |just )?(?:go with|tally with|match|square with|mean|reflect|betray|herald)/,
    smells: /^smells (?:like|of)/,
    smacks: /^smacks of/,
    reeks: /^reeks of/,
    has: /^has (?:all )?(?:the|an|some) (?:look|feel|appearance|flavour|makings|hallmarks|air) of/,
    explanation: /^explanation (?:would|could|might|may) be/,
    cause: /^cause (?:would|could|might|may) be/,
    diagnosis: /^diagnosis (?:would|could|might|may) be/,
    culprit: /^culprit (?:would|could|might|may) be/,
    answer: /^answer (?:would|could|might|may) be/,
    thought: /^thought (?:is|was|would be)(?: of)?/,
    top: /^top (?:of|on) (?:my|our|the|his|her) (?:list|differential|differentials) (?:is|comes|was|would be)/,
    high: /^high (?:on|up) (?:my|our|the|his|her) (?:list|differential|differentials) (?:is|comes|was|would be)/,
    first:
      /^first (?:on|in) (?:my|our|the|his|her) (?:list|differential|mind) (?:is|comes|was|would be)/,
    odds: /^odds (?:are|is)(?: that)?(?: this is| it is)?/,
    chances: /^chances are(?: that)?(?: this is| it is)?/,
    money: /^money (?:is )?on/,
    bet: /^bet (?:on|that)/,
    plump: /^plump(?:ing)? for/,
    tempting:
      /^tempting to (?:call|label|diagnose|assume|think|suspect|blame)(?: this| it| him| her)?(?: as| of)?/,
    reasonable:
      /^reasonable to (?:call|label|diagnose|assume|think|suspect|blame)(?: this| it| him| her)?(?: as| of)?/,
    safest: /^safest to (?:call|assume|think|suspect|treat)(?: this| it| him| her)?(?: as| of)?/,
    look: /^look into/,
    looking: /^looking into/,
    looked: /^looked into/,
    search: /^search (?:for|of)/,
    searching: /^searching for/,
    hunting: /^hunting for/,
  }),
);

/** The first words of guesses, for the table of constructions. */
export const GUESS_BEGINNINGS = [...GUESSES.keys()].join(' ');

/** `odds are that`, `has the look of`, `one explanation would be`, `tempting to call this`. */
export function guesses(text: ConstructionText, at: number): Cue | undefined {
  const pattern = GUESSES.get(lower(text.words[at]));
  if (pattern === undefined || isDenied(text, at)) return undefined;
  const found = pattern.exec(saidFrom(text, at))?.[0];
  if (found === undefined) return undefined;
  return cue(at, at + found.split(' ').length, 'possible before');
}
