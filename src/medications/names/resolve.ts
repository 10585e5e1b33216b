import { foldDrugName, type Ingredients } from '../ingredients/ingredients.js';
import { createExactNames, type ExactNames } from './exact-names.js';
import { createGuesses, type Guesses } from './guess.js';
import type { KnownNames } from './name-at.js';
import { isResolved, leastSure, type Resolution, type Resolved } from './resolution.js';
import type { SaltWords } from './salt-words.js';
import type { AbbreviationsTable, LookAlikesTable } from './schema.js';

export interface Resolver extends KnownNames {
  /** A name without strengths: `metoprolol succ`, `Augmentin`, `hydroxyzin`. */
  resolve(name: string): Resolution;
  /** Of words that may be something else than a drug: what is known, never a guess. */
  recognise(name: string): Resolved | undefined;
  byRxcui(rxcui: string): Resolved | undefined;
}

const MOST_SUGGESTIONS = 5;
const MOST_WORDS = 12;
const SHORTEST_PIECE = 4;
const SHORTEST_BESIDE = 7;

/** First words of many names: what follows them makes the drug. */
const HEADS =
  /^(?:sodium|potassium|calcium|magnesium|iron|ferrous|ferric|zinc|aluminium|aluminum|insulin|vitamin|(?:peg)?interferon|factor|immune|immunoglobulin|vaccine|estrogens?|lithium|silver|bismuth|ammonium|penicillin|amphotericin|botulinum|hepatitis|influenza|tetanus|coagulation|human|polymyxin|gold|iodine)\b/;
/** Words that make another product of a name. */
const OTHER_PRODUCT =
  /^(?:comp|compositum|compound|complex|plus|duo|combi|kombi|co|mix|zid|diu|pm|am|cold|flu|extra|sinus|allergy|ultra|day|night|[a-z]|i{2,3})$/;

/** Words after a brand that tell its strength or its maker's line, and no other ingredient. */
const LINE_WORDS =
  /^(.+) (?:akut|forte|mite|mitis|n|uno|protect|express|rapid|junior|kids|long|classic|instant|original|sachets)$/;

const unresolved = (suggestions: readonly string[]): Resolution => ({
  suggestions: [...new Set(suggestions)].slice(0, MOST_SUGGESTIONS),
});

interface Piece {
  readonly words: string;
  readonly found?: Resolved;
}

interface Parts {
  readonly exact: ExactNames;
  readonly guesses: Guesses;
  readonly salts: SaltWords;
  /** Words of everyday language: beside others they are no names. */
  readonly ordinary: ReadonlySet<string>;
}

/** A name that is known as it stands, or without its salts. */
function known({ exact, salts }: Parts, folded: string): Resolution | undefined {
  const found = exact.find(folded);
  if (found !== undefined && !isResolved(found)) return found;
  if (found !== undefined) return { ...found, salts: salts.saltsOf(folded) };
  for (const { name, salts: off } of salts.stripped(folded)) {
    const rest = exact.find(name);
    if (rest !== undefined && isResolved(rest)) {
      return { ...rest, how: rest.how === 'brand' ? 'brand' : 'salt', salts: off };
    }
  }
  return undefined;
}

/** A name as another language spells it, with its salts or without. */
function foreign({ exact, guesses, salts, ordinary }: Parts, folded: string): Resolved | undefined {
  if (ordinary.has(folded)) return undefined;
  for (const { name, salts: off } of [{ name: folded, salts: [] }, ...salts.stripped(folded)]) {
    const drug = exact.foreign(name);
    if (drug === undefined || guesses.isNearOther(folded, drug.ingredients)) continue;
    return { ...drug, how: off.length > 0 ? 'salt' : drug.how, salts: off };
  }
  return undefined;
}

/** Known names one after another, the longest first, and what is between them. */
function piecesOf(parts: Parts, folded: string): readonly Piece[] {
  const words = folded.split(' ').slice(0, MOST_WORDS);
  const pieces: Piece[] = [];
  for (let at = 0; at < words.length; ) {
    const found = pieceAt(parts, words, at);
    const last = pieces.at(-1);
    if (found !== undefined) pieces.push(found.piece);
    else if (last !== undefined && last.found === undefined) {
      pieces[pieces.length - 1] = { words: `${last.words} ${words[at]}` };
    } else pieces.push({ words: words[at] ?? '' });
    at += found?.length ?? 1;
  }
  return pieces;
}

function pieceAt(parts: Parts, words: readonly string[], at: number) {
  const short = at > 0 ? parts.exact.beside(words[at] ?? '') : undefined;
  if (short !== undefined) return { piece: { words: words[at] ?? '', found: short }, length: 1 };
  for (let length = words.length - at; length > 0; length -= 1) {
    const name = words.slice(at, at + length).join(' ');
    if (name.length < SHORTEST_PIECE || parts.exact.group(name) !== undefined) continue;
    if (parts.ordinary.has(name)) continue;
    const found = known(parts, name) ?? foreign(parts, name);
    if (found !== undefined && isResolved(found)) return { piece: { words: name, found }, length };
  }
  return undefined;
}

/** Without words for a group beside a name: `insulin Lantus`. */
function namedPieces(parts: Parts, folded: string): readonly Piece[] {
  const all = piecesOf(parts, folded);
  const named = all.filter(({ words }) => parts.exact.group(words) === undefined);
  return named.some(({ found }) => found !== undefined) ? named : all;
}

/** Whether words beside a known name may be passed over: a maker, a remark. */
function isRemark(
  { exact, guesses, salts }: Parts,
  words: string,
  after: Piece | undefined,
): boolean {
  const name = after?.found;
  if (name === undefined || name.how === 'brand' || HEADS.test(after?.words ?? '')) return false;
  if (salts.releaseOf(words) !== undefined) return true;
  return words
    .split(' ')
    .every(
      (word) =>
        !OTHER_PRODUCT.test(word) &&
        exact.find(word) === undefined &&
        guesses.suggest(word).length === 0,
    );
}

/** A misspelled name beside a known one. */
function beside({ guesses }: Parts, { words }: Piece): Resolved | undefined {
  return words.length < SHORTEST_BESIDE ? undefined : guesses.accept(words);
}

/** Several names in a row; nothing where a piece of them may be another drug. */
function ofPieces(parts: Parts, pieces: readonly Piece[], folded: string): Resolved | undefined {
  const found: Resolved[] = [];
  const certain = pieces.every((piece) => piece.found !== undefined);
  const open = pieces.some((piece) => piece.found?.how === 'brand' || HEADS.test(piece.words));
  if (!certain && (open || pieces.every((piece) => piece.found === undefined))) return undefined;
  for (const [n, piece] of pieces.entries()) {
    const drug = piece.found ?? beside(parts, piece);
    if (drug !== undefined) found.push(drug);
    else if (!isRemark(parts, piece.words, pieces[n - 1])) return undefined;
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
  };
}

function suggestionsFor(
  { guesses, salts }: Parts,
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

/** `ACC akut`, `Panadol Forte`: read as the brand, and said so. */
function withoutLineWord({ exact }: Parts, folded: string): Resolved | undefined {
  const found = exact.find(LINE_WORDS.exec(folded)?.[1] ?? '');
  if (found === undefined || !isResolved(found)) return undefined;
  return found.ingredients.length > 1 ? undefined : { ...found, how: 'spelling' };
}

/** A misspelled name, with its salts or without. */
function guessed({ guesses, salts }: Parts, folded: string): Resolved | undefined {
  const whole = guesses.accept(folded);
  if (whole !== undefined) return { ...whole, salts: salts.saltsOf(folded) };
  for (const { name, salts: off } of salts.stripped(folded)) {
    const rest = guesses.accept(name);
    if (rest !== undefined) return { ...rest, salts: off };
  }
  return undefined;
}

function resolve(parts: Parts, folded: string): Resolution {
  if (folded === '') return unresolved([]);
  const certain = parts.exact.group(folded) ?? known(parts, folded);
  if (certain !== undefined) return isResolved(certain) ? certain : unresolved(certain.suggestions);
  const pieces = folded.includes(' ') ? namedPieces(parts, folded) : [];
  const whole = pieces.length > 0 && pieces.every(({ found }) => found !== undefined);
  const several = whole ? ofPieces(parts, pieces, folded) : undefined;
  const likely = foreign(parts, folded) ?? several ?? guessed(parts, folded);
  if (likely !== undefined) return likely;
  const apart = ofPieces(parts, pieces, folded) ?? withoutLineWord(parts, folded);
  return apart ?? unresolved(suggestionsFor(parts, folded, pieces));
}

/**
 * Finds which drug a name means: in the tables as it stands, without its salts, in the spelling of
 * another language, as several names in a row, and at last as a misspelling that can mean nothing
 * else. What can mean two things is given back with both.
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
  const parts: Parts = { exact, guesses, salts, ordinary };

  return {
    resolve: (name) => resolve(parts, foldDrugName(name)),
    recognise(name) {
      const folded = foldDrugName(name);
      const found = exact.group(folded) === undefined ? known(parts, folded) : undefined;
      return found !== undefined && isResolved(found) ? found : undefined;
    },
    byRxcui(rxcui) {
      const parts = ingredients.partsOfRxcui(rxcui);
      return parts && { ingredients: parts, how: 'rxcui', salts: [] };
    },
    kindOf(folded) {
      const [meaning] = ingredients.byName(folded);
      const weak = folded.length < SHORTEST_PIECE + 1 || meaning?.weak || ordinary.has(folded);
      if (meaning !== undefined) {
        return weak ? 'weak' : meaning.how === 'product' ? 'product' : 'ingredient';
      }
      return exact.find(folded) !== undefined || exact.group(folded) !== undefined
        ? 'weak'
        : undefined;
    },
  };
}
