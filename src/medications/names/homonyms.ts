import type { Homonym } from './line.js';
import type { NameIndex } from './name-at.js';
import { quantityAt } from './quantities.js';
import { timingAt } from './timing.js';
import type { Token } from './tokens.js';
import type { DirectionMeaning, Vocabulary } from './vocabulary.js';

/** Words before a route: `via PEG`. */
const BY = /^(?:via|by|per|through|down|for|as|on)$/;

interface Position {
  readonly vocabulary: Vocabulary;
  readonly names: NameIndex;
  readonly tokens: readonly Token[];
}

/** Whether nothing that a preposition could govern follows. */
function isLast({ vocabulary, tokens }: Position, at: number): boolean {
  const next = tokens[at];
  if (timingAt(vocabulary, tokens, at) !== undefined) return true;
  return (
    next?.kind !== 'word' &&
    (next?.kind !== 'number' || quantityAt(vocabulary, tokens, at) !== undefined)
  );
}

/**
 * Returns a direction that is also a word for a drug, where nothing shows that it is the direction:
 * the INH of `lisinopril 10 mg, INH`, but not that of `by inh`.
 */
export function homonymAt(
  position: Position,
  meaning: DirectionMeaning,
  at: number,
  length: number,
): Homonym | undefined {
  const { names, tokens } = position;
  const words = tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ');
  const kind = names.kindOf(words);
  if ((kind !== 'weak' && kind !== 'group') || NO_DRUG.has(meaning.says)) return undefined;
  if (BY.test(tokens[at - 1]?.text ?? '')) return undefined;
  if (meaning.says === 'filler' && at > 0 && !isLast(position, at + length)) return undefined;
  const route = 'route' in meaning ? meaning.route : undefined;
  return { words, ...(route !== undefined && { route }) };
}

const NO_DRUG: ReadonlySet<DirectionMeaning['says']> = new Set(['negation', 'day', 'release']);
