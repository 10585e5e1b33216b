import { lower } from '../clauses/grammar.js';
import { GAP, PHRASE_END, SENTENCE_END, type Word } from '../text/words.js';

/** Headings that are spoken in a dictation, without a colon or a line of their own. */
const SAID: ReadonlySet<string> = new Set([
  'chief complaint',
  'presenting complaint',
  'reason for visit',
  'reason for admission',
  'reason for referral',
  'history of present illness',
  'history of presenting complaint',
  'history of presenting illness',
  'past medical history',
  'past history',
  'medical history',
  'previous medical history',
  'background',
  'comorbidities',
  'past surgical history',
  'surgical history',
  'previous surgeries',
  'problem list',
  'active problems',
  'family history',
  'family medical history',
  'social history',
  'drug history',
  'medication history',
  'medications',
  'current medications',
  'home medications',
  'regular medications',
  'discharge medications',
  'medications on admission',
  'allergies',
  'drug allergies',
  'known allergies',
  'review of systems',
  'systems review',
  'systemic enquiry',
  'vital signs',
  'vitals',
  'observations',
  'on examination',
  'on exam',
  'examination',
  'physical examination',
  'physical exam',
  'clinical examination',
  'examination findings',
  'investigations',
  'laboratory results',
  'lab results',
  'blood tests',
  'imaging',
  'impression',
  'impressions',
  'clinical impression',
  'assessment',
  'diagnosis',
  'diagnoses',
  'final diagnosis',
  'discharge diagnosis',
  'conclusion',
  'assessment and plan',
  'impression and plan',
  'plan',
  'management plan',
  'treatment plan',
  'recommendations',
  'treatment',
  'management',
  'indication',
  'clinical indication',
  'findings',
  'comparison',
  'technique',
  'follow up',
  'disposition',
]);

/** Before these words the same words are part of a statement: `no allergies`, `the plan`. */
const OWNED =
  /^(?:no|the|a|an|his|her|my|your|our|their|this|that|these|any|of|on|in|for|with|by|from|to|at|as|about|new|known|other|usual|regular|home|same|all|some|current|under|our|per|and|or|without|physical|clinical|previous|past|present|significant|relevant|her|differential|working|final|care|treatment|management|discharge|drug|take|takes|taking|stopped|started|stop|start|discuss|discussed|agreed|review|reviewed|changed|continue|food|seasonal|has|have|had|multiple|several|denies|denied|routine|further|general|repeat|provisional|initial|normal|prior|given|need|needs|make|made|confirm|confirmed|confirms|establish|established)$/;
/** After these words the same words are part of a statement: `impression of`, `plan was made`. */
const GOES_ON =
  /^(?:of|and|or|unknown|not|unremarkable|negative|nil|noncontributory|non|positive|significant|remarkable|was|were|has|have|had|that|which|who|by|with|for|to|in|at|on|from|as|since|because|but|reviewed|given|discussed|changed|made|done|performed|unchanged|tomorrow|today|showed|shows|reveals|revealed|confirms|confirmed|list|includes both|will|would|should|can|may|might|must)$/;
/** Verbs that join a heading to its content. */
const LINK = /^(?:include|includes|included|including|is|are|comprises|comprise|consists)$/;
const ADJECTIVE = /(?:ly|al|ble|ous|ic|ing|ary)$/;
const POSSESSIVE = /^(?:his|her|my|the|their)$/;
/** Words without punctuation before a heading, where headings are only spoken. */
const UNPUNCTUATED = 4;

/** The words of a heading, and the first of its content. */
export interface SpokenHeading {
  readonly at: number;
  readonly to: number;
}

/** `which she denied impression gout`: an impression is not denied, present or known. */
const isNewTopic = (phrase: string, before: string): boolean =>
  /^(?:impression|conclusion)$/.test(phrase) &&
  /^(?:present|denied|denies|made|normal|known)$/.test(before);

function isPlainStretch(words: readonly Word[], at: number): boolean {
  const gap = words[at]?.gap ?? 0;
  if ((gap & (SENTENCE_END | GAP.comma)) !== 0) return true;
  for (let i = Math.max(1, at - UNPUNCTUATED); i <= at; i += 1) {
    if (((words[i]?.gap ?? 0) & PHRASE_END) !== 0) return false;
  }
  return true;
}

/**
 * The heading that a speaker said at a word, where it is no part of a statement.
 *
 * @param to the first word after the phrase of the table
 */
export function spokenHeadingAt(
  words: readonly Word[],
  at: number,
  to: number,
): SpokenHeading | undefined {
  const phrase = words.slice(at, to).map(lower).join(' ');
  const next = words[to];
  if (!SAID.has(phrase) || next === undefined || !isPlainStretch(words, at)) return undefined;
  if ((next.gap & SENTENCE_END) !== 0) return undefined;
  const begins = ((words[at]?.gap ?? 0) & (SENTENCE_END | GAP.comma)) !== 0;
  const before = begins ? '' : lower(words[at - 1]);
  const after = lower(next);
  if (LINK.test(after)) {
    const owned = POSSESSIVE.test(before);
    if (before !== '' && !owned && (OWNED.test(before) || ADJECTIVE.test(before))) return undefined;
    const of = after.startsWith('consist') && lower(words[to + 1]) === 'of';
    return { at: owned ? at - 1 : at, to: of ? to + 2 : to + 1 };
  }
  // `no convincing imaging signs`: an adjective of what is denied.
  const modifies = /^(?:imaging|treatment|management|background)$/.test(phrase);
  if (modifies && ADJECTIVE.test(before) && /^(?:no|any|without)$/.test(lower(words[at - 2])))
    return undefined;
  if (
    (OWNED.test(before) && !isNewTopic(phrase, before)) ||
    GOES_ON.test(after) ||
    (next.gap & GAP.comma) !== 0
  )
    return undefined;
  return { at, to };
}
