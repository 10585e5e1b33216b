import type { ExactNames } from './exact-names.js';
import type { Guesses } from './guess.js';
import { isResolved, type Resolution, type ResolvedName } from './resolution.js';
import type { SaltWords } from './salt-words.js';

const MAX_WORDS = 12;
export const SHORTEST_PIECE = 4;

/** Words of a name that are a name themselves, or are unknown. */
export interface Piece {
  readonly words: string;
  readonly found?: ResolvedName;
}

/** The indexes in which names are looked up. */
export interface NameLookups {
  readonly exact: ExactNames;
  readonly guesses: Guesses;
  readonly salts: SaltWords;
  /** Everyday words: next to others they are not names. */
  readonly ordinary: ReadonlySet<string>;
}

/** A name that is known as written, or without its salts. */
export function resolveExact(
  { exact, salts }: NameLookups,
  folded: string,
): Resolution | undefined {
  const found = exact.find(folded);
  if (found !== undefined) {
    return isResolved(found) ? { ...found, salts: salts.saltsOf(folded) } : found;
  }
  for (const { name, salts: off } of salts.stripped(folded)) {
    const rest = exact.find(name);
    if (rest !== undefined && isResolved(rest)) {
      return { ...rest, how: rest.how === 'brand' ? 'brand' : 'salt', salts: off };
    }
  }
  return undefined;
}

/** A name in another language's spelling, with its salts or without. */
export function foreign(
  { exact, guesses, salts, ordinary }: NameLookups,
  folded: string,
): ResolvedName | undefined {
  if (ordinary.has(folded)) return undefined;
  for (const { name, salts: off } of [{ name: folded, salts: [] }, ...salts.stripped(folded)]) {
    const drug = exact.foreign(name);
    if (drug === undefined || guesses.isNearOther(folded, drug.ingredients)) continue;
    return { ...drug, how: off.length > 0 ? 'salt' : drug.how, salts: off };
  }
  return undefined;
}

/** Splits words into known names, the longest first, and the words between them. */
function piecesOf(parts: NameLookups, folded: string): readonly Piece[] {
  const words = folded.split(' ').slice(0, MAX_WORDS);
  const rest = folded.split(' ').slice(MAX_WORDS).join(' ');
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
  return rest === '' ? pieces : [...pieces, { words: rest }];
}

function pieceAt(parts: NameLookups, words: readonly string[], at: number) {
  const short = at > 0 ? parts.exact.beside(words[at] ?? '') : undefined;
  if (short !== undefined) return { piece: { words: words[at] ?? '', found: short }, length: 1 };
  for (let length = words.length - at; length > 0; length -= 1) {
    const name = words.slice(at, at + length).join(' ');
    if (name.length < SHORTEST_PIECE || parts.exact.group(name) !== undefined) continue;
    if (parts.ordinary.has(name)) continue;
    const found = resolveExact(parts, name) ?? foreign(parts, name);
    if (found !== undefined && isResolved(found)) return { piece: { words: name, found }, length };
  }
  return undefined;
}

/** Whether words are for a group that may have these members, or for no drug: `insulin`, `tablet`. */
function isGroupOf(group: Resolution, drugs: readonly string[]): boolean {
  if (isResolved(group)) return false;
  const members = [...group.suggestions, ...(group.meanings ?? []).flat()];
  return members.length === 0 || drugs.some((drug) => members.includes(drug));
}

/** Drops words for the group of a drug next to its name: `insulin Lantus`. */
export function namedPieces(parts: NameLookups, folded: string): readonly Piece[] {
  const all = piecesOf(parts, folded);
  const drugs = all.flatMap(({ found }) => found?.ingredients ?? []);
  const named = all.filter(({ words }) => {
    const group = parts.exact.group(words);
    return group === undefined || !isGroupOf(group, drugs);
  });
  return named.some(({ found }) => found !== undefined) ? named : all;
}
