import { foldDrugName, type Ingredients } from '../ingredients/ingredients.js';
import { createExactNames } from './exact-names.js';
import { createGuesses } from './guess.js';
import type { NameIndex } from './name-at.js';
import {
  foreign,
  type NameLookups,
  namedPieces,
  type Piece,
  resolveExact,
  SHORTEST_PIECE,
} from './pieces.js';
import { isResolved, leastSure, type Resolution, type ResolvedName } from './resolution.js';
import type { SaltWords } from './salt-words.js';
import type { AbbreviationsTable, LookAlikesTable } from './schema.js';

export interface Resolver extends NameIndex {
  /** Resolves a name without strengths: `metoprolol succ`, `Augmentin`, `hydroxyzin`. */
  resolve(name: string): Resolution;
  /** Resolves without suggestions, which are expensive to compute. */
  find(name: string): ResolvedName | undefined;
  /** Resolves words that may not be a drug: exact matches only, no correction. */
  recognise(name: string): ResolvedName | undefined;
  byRxcui(rxcui: string): ResolvedName | undefined;
}

const MAX_SUGGESTIONS = 5;
const SHORTEST_BESIDE = 7;

/** First words of many names: the following word determines the drug. */
const HEADS =
  /^(?:sodium|potassium|calcium|magnesium|iron|ferrous|ferric|zinc|aluminium|aluminum|insulin|vitamin|(?:peg)?interferon|factor|immune|immunoglobulin|vaccine|estrogens?|lithium|silver|bismuth|ammonium|penicillin|amphotericin|botulinum|hepatitis|influenza|tetanus|coagulation|human|polymyxin|gold|iodine)\b/;
/** Words that change a name to another product. */
const OTHER_PRODUCT =
  /^(?:comp|compositum|compound|complex|plus|duo|combi|kombi|co|mix|zid|diu|pm|am|cold|flu|extra|sinus|allergy|ultra|day|night|[a-z]|i{2,3})$/;

/**
 * Words after a brand that state its strength or the maker's line rather than another ingredient.
 */
const LINE_WORDS =
  /^(.+) (?:akut|forte|mite|mitis|n|uno|protect|express|rapid|junior|kids|long|classic|instant|original|sachets)$/;

const unresolved = (
  suggestions: readonly string[],
  meanings?: readonly (readonly string[])[],
): Resolution => ({
  suggestions: [...new Set(suggestions)].slice(0, MAX_SUGGESTIONS),
  ...(meanings && { meanings }),
});

/** Whether words next to a known name may be ignored: a maker, a remark. */
function isRemark(
  { exact, guesses, salts }: NameLookups,
  words: string,
  after: Piece | undefined,
): boolean {
  const name = after?.found;
  if (name === undefined || name.how === 'brand' || HEADS.test(after?.words ?? '')) return false;
  if (salts.releaseOf(words) !== undefined || exact.group(words) !== undefined) return true;
  return words
    .split(' ')
    .every(
      (word) =>
        !OTHER_PRODUCT.test(word) &&
        exact.find(word) === undefined &&
        guesses.suggest(word).length === 0,
    );
}

/** A misspelt name next to a known one. */
function besideKnownName(
  { exact, guesses }: NameLookups,
  { words }: Piece,
): ResolvedName | undefined {
  const isKnown = exact.find(words) !== undefined || exact.group(words) !== undefined;
  return isKnown || words.length < SHORTEST_BESIDE ? undefined : guesses.accept(words);
}

/** Several names in a row; nothing where a part may be another drug. */
function ofPieces(
  parts: NameLookups,
  pieces: readonly Piece[],
  folded: string,
): ResolvedName | undefined {
  const found: ResolvedName[] = [];
  const certain = pieces.every((piece) => piece.found !== undefined);
  const open = pieces.some((piece) => piece.found?.how === 'brand' || HEADS.test(piece.words));
  if (!certain && (open || pieces.every((piece) => piece.found === undefined))) return undefined;
  const unread: string[] = [];
  for (const [n, piece] of pieces.entries()) {
    const drug = piece.found ?? besideKnownName(parts, piece);
    if (drug !== undefined) found.push(drug);
    else if (!isRemark(parts, piece.words, pieces[n - 1])) return undefined;
    else if (parts.salts.releaseOf(piece.words) === undefined) unread.push(piece.words);
  }
  const drugs = [...new Set(found.flatMap(({ ingredients }) => ingredients))];
  if (!certain && parts.guesses.isNearOther(folded, drugs)) return undefined;
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    ...first,
    ingredients: drugs,
    how: leastSure(found.map(({ how }) => how)),
    salts: found.flatMap(({ salts }) => salts),
    ...(unread.length > 0 && { unread }),
  };
}

function suggestionsFor(
  { guesses, salts }: NameLookups,
  folded: string,
  pieces: readonly Piece[],
): string[] {
  const bare = salts.stripped(folded).at(-1)?.name;
  const near = [folded, ...(bare === undefined ? [] : [bare])].flatMap((name) =>
    guesses.suggest(name),
  );
  const names = pieces.flatMap(({ found }) =>
    found ? [found.brand ?? found.ingredients.join(' / ')] : [],
  );
  const apart = pieces
    .filter(({ found }) => found === undefined)
    .flatMap(({ words }) => guesses.suggest(words));
  return [...near, ...names, ...(pieces.length > 1 ? apart : [])];
}

/** `ACC akut`, `Panadol Forte`: read as the brand, and reported as such. */
function withoutLineWord({ exact }: NameLookups, folded: string): ResolvedName | undefined {
  const found = exact.find(LINE_WORDS.exec(folded)?.[1] ?? '');
  if (found === undefined || !isResolved(found)) return undefined;
  return found.ingredients.length > 1 ? undefined : { ...found, how: 'spelling' };
}

/** Whether a guess leaves out a word that is a name itself: `dex loratadine` is no desloratadine. */
function dropsName(
  { exact }: NameLookups,
  folded: string,
  pieces: readonly Piece[],
  { ingredients }: ResolvedName,
): boolean {
  const isOther = pieces.some(({ found }) =>
    found?.ingredients.some((one) => !ingredients.includes(one)),
  );
  if (isOther || !folded.includes(' ')) return isOther;
  const names = ingredients.map(foldDrugName).join(' ').split(' ');
  return folded
    .split(' ')
    .some((word) => !names.includes(word) && word.length > 2 && exact.find(word) !== undefined);
}

/** A misspelt name, with its salts or without. */
function guessed(
  parts: NameLookups,
  folded: string,
  pieces: readonly Piece[],
): ResolvedName | undefined {
  const { guesses, salts } = parts;
  const whole = guesses.accept(folded);
  if (whole !== undefined && dropsName(parts, folded, pieces, whole)) return undefined;
  if (whole !== undefined) return { ...whole, salts: salts.saltsOf(folded) };
  for (const { name, salts: off } of salts.stripped(folded)) {
    const rest = guesses.accept(name);
    if (rest !== undefined) return { ...rest, salts: off };
  }
  return undefined;
}

/** Exact matches: one drug, or several that only the writer can distinguish. */
const certainly = (parts: NameLookups, folded: string): Resolution | undefined =>
  folded === '' ? unresolved([]) : (parts.exact.group(folded) ?? resolveExact(parts, folded));

const apartOf = (parts: NameLookups, folded: string): readonly Piece[] =>
  folded.includes(' ') ? namedPieces(parts, folded) : [];

function likely(
  parts: NameLookups,
  folded: string,
  pieces: readonly Piece[],
): ResolvedName | undefined {
  const whole = pieces.length > 0 && pieces.every(({ found }) => found !== undefined);
  const several = whole ? ofPieces(parts, pieces, folded) : undefined;
  const found = foreign(parts, folded) ?? several ?? guessed(parts, folded, pieces);
  return found ?? ofPieces(parts, pieces, folded) ?? withoutLineWord(parts, folded);
}

function resolve(parts: NameLookups, folded: string): Resolution {
  const certain = certainly(parts, folded);
  if (certain !== undefined) {
    if (isResolved(certain)) return certain;
    return { ...unresolved(certain.suggestions, certain.meanings), ambiguous: true };
  }
  const pieces = apartOf(parts, folded);
  return likely(parts, folded, pieces) ?? unresolved(suggestionsFor(parts, folded, pieces));
}

function find(parts: NameLookups, folded: string): ResolvedName | undefined {
  const found = certainly(parts, folded) ?? likely(parts, folded, apartOf(parts, folded));
  return found !== undefined && isResolved(found) ? found : undefined;
}

const PLAIN = /^[a-z0-9 ]*$/;

/**
 * Whether a text consists of letters used in known names; a name in another script cannot match.
 */
function createSpeller(ingredients: Ingredients, table: AbbreviationsTable) {
  let letters: Set<string> | undefined;
  const all = () => {
    const written = [...table.groups, ...table.nothing].flatMap(({ words }) => words);
    const short = table.abbreviations.map(({ abbr }) => abbr);
    return new Set([...ingredients.names(), ...[...written, ...short].map(foldDrugName)].join(''));
  };
  return (folded: string): boolean => {
    if (PLAIN.test(folded)) return true;
    letters ??= all();
    for (const letter of folded) if (letter !== ' ' && !letters.has(letter)) return false;
    return true;
  };
}

/**
 * Determines the drug that a name means: in the tables as written, without its salts, in the
 * spelling of another language, as several names in a row, and finally as an unambiguous
 * misspelling. An ambiguous name is returned with its meanings.
 */
export function createResolver(
  ingredients: Ingredients,
  table: AbbreviationsTable,
  salts: SaltWords,
  lookAlikes: LookAlikesTable,
): Resolver {
  const exact = createExactNames(ingredients, table);
  const ordinary = new Set(table.ordinary.flatMap(({ words }) => words.map(foldDrugName)));
  const guesses = createGuesses(ingredients, lookAlikes, ordinary);
  const parts: NameLookups = { exact, guesses, salts, ordinary };
  const isSpelledAsNames = createSpeller(ingredients, table);

  return {
    resolve: (name) => resolve(parts, foldDrugName(name)),
    find: (name) => find(parts, foldDrugName(name)),
    recognise(name) {
      const folded = foldDrugName(name);
      const found = exact.group(folded) === undefined ? resolveExact(parts, folded) : undefined;
      return found !== undefined && isResolved(found) ? found : undefined;
    },
    byRxcui(rxcui) {
      const parts = ingredients.partsOfRxcui(rxcui);
      return parts && { ingredients: parts, how: 'rxcui', salts: [] };
    },
    kindOf(folded) {
      // Called for every sequence of words: folding other scripts repeatedly is expensive.
      if (!isSpelledAsNames(folded)) return undefined;
      const [meaning] = ingredients.byName(folded);
      const weak = folded.length < SHORTEST_PIECE + 1 || meaning?.weak || ordinary.has(folded);
      if (meaning !== undefined) {
        return weak ? 'weak' : meaning.how === 'product' ? 'product' : 'ingredient';
      }
      if (exact.find(folded) !== undefined) return 'weak';
      const group = exact.group(folded);
      if (group === undefined) return undefined;
      return isResolved(group) || group.suggestions.length > 0 ? 'group' : 'weak';
    },
  };
}
