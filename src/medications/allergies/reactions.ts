import type { NameAsserter } from '../../patient-record/asserted-names.js';
import { speaksOfKin } from '../../patient-record/language/clauses/relatives.js';
import { foldDrugName } from '../ingredients/ingredients.js';
import { indexWords, nearestWord, type WordIndex } from './near-word.js';
import type { AllergiesTable, Reaction } from './schema.js';
import { deniedWords } from './spoken-of.js';

/** A recorded reaction. */
export interface ReadReaction {
  /** At least one; `unknown` alone where nothing is recorded. */
  readonly reactions: ReadonlySet<Reaction>;
  /** Recorded as severe without a description: treated as the most severe reaction. */
  readonly presumed: boolean;
  /** There was text, and none of it was understood. */
  readonly unread: boolean;
}

/**
 * Builds the reader.
 *
 * @param language determines which reactions are denied; without it none is
 */
export type ReactionReader = (
  reaction?: string,
  severity?: string,
  language?: NameAsserter,
) => ReadReaction;

/** After this word `TEN` is a number. */
const COUNTED = /^(?:years?|yrs?|days?|weeks?|months?|min(?:ute)?s?|hours?|times|mg|ml)$/i;
/** Per clause; a longer one is not a note on a reaction. */
const MAX_WORDS = 40;
/** A dot after one letter is an abbreviation: `c. difficile`. */
const CLAUSES = /[,;\n]|(?<!\b[a-z])\.|\bbut\b|\bonly\b|\bjust\b|\bthen\b/i;
const SEVERE = /\b(severe|serious|life|fatal|critical|high|major|grade [345]|near death)\b/;

/** Reactions that a later tolerated dose does not rule out. */
const GRAVE: readonly Reaction[] = ['scar', 'anaphylaxis', 'angioedema', 'organ', 'liver', 'hit'];

interface Phrases {
  /** Folded phrase → kind. */
  readonly folded: ReadonlyMap<string, Reaction>;
  /** Case-sensitive abbreviations that are words in lower case: `TEN`, `HIT`. */
  readonly written: ReadonlyMap<string, Reaction>;
  readonly longest: number;
  readonly single: WordIndex;
  /** Words that occur in some phrase. */
  readonly words: ReadonlySet<string>;
}

function phrasesOf(table: AllergiesTable['reactions']): Phrases {
  const folded = new Map<string, Reaction>();
  const written = new Map<string, Reaction>();
  for (const { id, words } of table) {
    for (const word of words) {
      if (/[A-Z]/.test(word)) written.set(word, id);
      else folded.set(foldDrugName(word), id);
    }
  }
  const all = [...folded.keys()];
  return {
    folded,
    written,
    longest: Math.max(1, ...all.map((one) => one.split(' ').length)),
    single: indexWords(all.filter((one) => !one.includes(' '))),
    words: new Set(all.flatMap((one) => one.split(' '))),
  };
}

/** Returns the longest phrase that begins at a word, and its number of words. */
function phraseAt(words: readonly string[], at: number, { folded, longest }: Phrases) {
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const kind = folded.get(words.slice(at, at + length).join(' '));
    if (kind !== undefined) return { kind, length };
  }
  return undefined;
}

function readClause(
  clause: string,
  phrases: Phrases,
  denied: ReadonlySet<string>,
  found: Set<Reaction>,
): void {
  const tokens = clause.split(/[^\p{L}\p{N}/]+/u).filter((token) => token !== '');
  if (tokens.length === 1) {
    const kind = phrases.written.get(tokens[0]?.toUpperCase() ?? '');
    if (kind !== undefined) found.add(kind);
  }
  for (const [at, token] of tokens.entries()) {
    const kind = phrases.written.get(token);
    if (kind !== undefined && !COUNTED.test(tokens[at + 1] ?? '')) found.add(kind);
  }
  const words = foldDrugName(clause).split(' ').slice(0, MAX_WORDS);
  for (let at = 0; at < words.length; ) {
    const exact = phraseAt(words, at, phrases);
    const guess = exact ? undefined : nearestWord(words[at] ?? '', phrases.single);
    const kind = exact?.kind ?? (guess === undefined ? undefined : phrases.folded.get(guess));
    const length = exact?.length ?? 1;
    const isDenied = words.slice(at, at + length).every((word) => denied.has(word));
    if (kind !== undefined && !isDenied) found.add(kind);
    at += length;
  }
}

const PRESSURE = /\b(hypotensi\w*|bp drop\w*|low blood pressure|blood pressure (?:drop|fell)\w*)\b/;
const FEVER = /\b(fever|pyrexia|febrile)\b/;

/**
 * Skin or swelling together with the airway or the circulation is anaphylaxis by definition; a rash
 * with fever is not a simple rash.
 */
function combine(found: Set<Reaction>, folded: string): void {
  const skin = ['urticaria', 'angioedema', 'rash', 'itch'] as const;
  const isOnSkin = skin.some((kind) => found.has(kind));
  const isLow = found.has('intolerance') && PRESSURE.test(folded);
  if (isOnSkin && (found.has('respiratory') || isLow)) found.add('anaphylaxis');
  if (found.has('rash') && found.has('intolerance') && FEVER.test(folded)) found.add('severe_rash');
}

function withoutTolerated(found: Set<Reaction>, folded: string): Set<Reaction> {
  if (!found.has('no_reaction')) return found;
  if (speaksOfKin(folded) || !GRAVE.some((kind) => found.has(kind)))
    return new Set(['no_reaction']);
  found.delete('no_reaction');
  return found;
}

function weighSeverity(found: Set<Reaction>): boolean {
  const sideEffects = ['intolerance', 'cough', 'myalgia'] as const;
  if (found.has('rash')) found.add('severe_rash');
  if (sideEffects.some((kind) => found.has(kind))) found.add('severe_intolerance');
  const presumed = found.size === 1 && found.has('unknown');
  if (presumed) found.add('anaphylaxis');
  return presumed;
}

/** Reads reactions in clinical notation: `hives, no wheeze`, `rash as a child`, `N&V`. */
export function createReactionReader(table: AllergiesTable['reactions']): ReactionReader {
  const phrases = phrasesOf(table);
  const isPart = (word: string) =>
    phrases.words.has(word) || nearestWord(word, phrases.single) !== undefined;
  return (reaction = '', severity = '', language) => {
    const text = `${reaction}; ${severity}`;
    const denied = deniedWords(text, isPart, language);
    let found = new Set<Reaction>();
    for (const clause of text.split(CLAUSES)) readClause(clause, phrases, denied, found);
    const folded = foldDrugName(text);
    combine(found, folded);
    found = withoutTolerated(found, folded);
    if (found.size > 1) found.delete('unknown');
    const unread = found.size === 0 && foldDrugName(reaction) !== '';
    if (found.size === 0) found.add('unknown');
    const presumed = SEVERE.test(folded) && weighSeverity(found);
    return { reactions: found, presumed, unread };
  };
}

/** Whether words name a reaction and contain nothing unknown. */
export function isReaction(read: ReactionReader, text: string): boolean {
  const { reactions, unread } = read(text);
  return !unread && !(reactions.size === 1 && reactions.has('unknown'));
}
