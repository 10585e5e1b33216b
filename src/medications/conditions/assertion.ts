import type { Word } from './words.js';

/** How a text speaks of what it names. */
export type Assertion = 'present' | 'history' | 'absent' | 'family' | 'resolved';

/** Cues before the name, in folded words; each reaches as far as its clause. */
const DENIED = [
  'no',
  'nil',
  'not',
  'denie',
  'denied',
  'deny',
  'denying',
  'without',
  'negative for',
  'never',
  'free of',
  'absence of',
  'ruled out',
  'excluded',
  'no known',
  'zero',
  'risk of',
  'risk for',
  'prevention of',
  'prophylaxis for',
  'prophylaxis of',
  'prophylaxis against',
  'screening for',
  'screened for',
  'vaccinated against',
  'immunised against',
  'fear of',
  'low risk of',
];
const RELATIVE = [
  'family history of',
  'family history',
  'family hx of',
  'family hx',
  'fhx',
  'fh',
  'fhx of',
  'fh of',
  'mother',
  'father',
  'brother',
  'sister',
  'parent',
  'aunt',
  'uncle',
  'grandmother',
  'grandfather',
  'son',
  'daughter',
  'sibling',
  'cousin',
  'wife',
  'husband',
  'partner',
  'maternal',
  'paternal',
  'relative',
];
const PAST = [
  'history of',
  'history',
  'hx of',
  'hx',
  'h o',
  'past',
  'previous',
  'prior',
  'remote',
  'former',
  'pmh',
  'pmhx',
  's p',
  'status post',
  'earlier',
];
/** What ends the reach of a denial. */
const TURN = new Set([
  'but',
  'has',
  'have',
  'with',
  'known',
  'positive',
  'however',
  'although',
  'except',
  'now',
  'is',
  'diagnosed',
]);

/** Of the words after a name, up to the next comma. */
const AFTER_DENIED =
  /^(?:is |was |has been |been )?(?:(?:no|none|nil)$|(?:negative|absent|excluded|ruled out|unlikely|not present|denied|not confirmed|prophylaxis|risk|screening|screen)\b)/;
/** Of the words after a name, up to the next name. */
const AFTER_RESOLVED =
  /^(?:\w+ ){0,2}?(?:resolved|recovered|cured|outgrown|outgrew|in the past|past history|healed|inactive)\b/;
const AFTER_RELATIVE =
  /^in (?:the |her |his )?(?:mother|father|brother|sister|parent|family|son|daughter|sibling|aunt|uncle|first degree)/;
const AFTER_PAST = /^(?:history|hx|previously|in childhood)\b/;

/** Words that speak of a name and name nothing. */
const CUE_WORDS = new Set([
  'non',
  ...[...DENIED, ...RELATIVE, ...PAST].flatMap((cue) => cue.split(' ')),
]);
export const isCue = (word: string): boolean => CUE_WORDS.has(word) || TURN.has(word);

const cuesOf = (phrases: readonly string[]) => phrases.map((phrase) => ` ${phrase} `);
const DENIED_CUES = cuesOf(DENIED);
const RELATIVE_CUES = cuesOf(RELATIVE);
const PAST_CUES = cuesOf(PAST);

/** The words before a name that can speak of it: from the last turn or end of a sentence. */
function before(words: readonly Word[], at: number): string {
  const said: string[] = [];
  const reaches = listGoesOn(words, at);
  for (let i = at - 1; i >= 0; i -= 1) {
    const word = words[i];
    if (word === undefined || words[i + 1]?.gap === 'end') break;
    if (words[i + 1]?.gap === 'comma' && !reaches) break;
    if (TURN.has(word.folded)) {
      const denied = word.folded === 'known' && words[i - 1]?.folded === 'no';
      const relative = RELATIVE.includes(words[i - 1]?.folded ?? '');
      if (!denied && !relative) break;
    }
    said.push(word.folded);
  }
  return ` ${said.reverse().join(' ')} `;
}

/** `no asthma, diabetes or epilepsy`: the denial holds for all that the list names. */
function listGoesOn(words: readonly Word[], at: number): boolean {
  for (let i = at; i < words.length; i += 1) {
    if (i > at && words[i]?.gap === 'end') return false;
    if (words[i]?.folded === 'or' || words[i]?.folded === 'nor') return true;
  }
  return words.slice(0, at).some(({ folded }) => folded === 'or' || folded === 'nor');
}

/** The words after a name, as far as the next name or the end of the clause. */
function after(words: readonly Word[], to: number, next: number, stopsAtComma: boolean): string {
  const said: string[] = [];
  for (let i = to; i < Math.min(next, to + 6); i += 1) {
    const { gap, folded } = words[i] ?? { gap: 'end', folded: '' };
    if (gap === 'end' || (stopsAtComma && gap === 'comma')) break;
    said.push(folded);
  }
  // `asthma no diabetes`: the denial belongs to what comes next.
  if (to + said.length === next && next < words.length) {
    while (said.length > 0 && DENIED.includes(said.at(-1) ?? '')) said.pop();
  }
  return said.join(' ');
}

const has = (text: string, cues: readonly string[]) => cues.some((cue) => text.includes(cue));

/**
 * How the text speaks of what its words `from` to `to` (not included) name; `next` is where the
 * next name begins.
 */
export function assertionOf(
  words: readonly Word[],
  from: number,
  to: number,
  next: number,
): Assertion {
  const lead = before(words, from);
  const clause = after(words, to, next, true);
  const tail = after(words, to, next, false);
  if (has(lead, RELATIVE_CUES) || AFTER_RELATIVE.test(clause)) return 'family';
  const denied = words[from - 1]?.folded === 'non' || has(lead, DENIED_CUES);
  if (denied || AFTER_DENIED.test(clause)) return 'absent';
  if (AFTER_RESOLVED.test(tail) || lead.includes(' resolved ')) return 'resolved';
  return has(lead, PAST_CUES) || AFTER_PAST.test(clause) ? 'history' : 'present';
}
