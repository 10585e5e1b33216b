import type { ClinicalLanguage } from '../../language/create-clinical-language.js';
import type { Entity, EntityType } from '../../language/entity.js';
import { isErrand } from './errands.js';
import type { SaidFinding } from './said.js';

/** A part of a text that was read. */
type CharacterRange = Pick<SaidFinding, 'start' | 'end'>;

/** A line of text; only complaints are looked through. */
interface EvidenceLine {
  readonly text: string;
  readonly field: string;
  readonly kind: string;
}

/** A sentence in which no finding lies. */
export interface UnreadSentence {
  readonly text: string;
  readonly field: string;
  /** What it names all the same: no finding of the knowledge, or an errand and no symptom. */
  readonly names?: readonly string[];
}

const SENTENCE = /[^.;\n]+/g;
const SHORTEST = 12;

/** Names that say what somebody comes for. */
const NAMES: ReadonlySet<EntityType> = new Set([
  'symptom',
  'finding',
  'condition',
  'procedure',
  'measurement',
]);

/** What a sentence says in which no finding lies: its names, that it is an errand, or nothing. */
function namesIn(sentence: string, inIt: readonly Entity[]): readonly string[] {
  const names = inIt
    .filter(({ type }) => NAMES.has(type))
    .map(({ text, normalized }) => normalized?.name ?? text);
  if (names.length > 0) return [...new Set(names)];
  return isErrand(sentence) ? ['no complaint'] : [];
}

/** Sentences of what is wrong now in which no finding lies. */
export function unreadIn(
  { text, field, kind }: EvidenceLine,
  said: readonly CharacterRange[],
  language: ClinicalLanguage,
): readonly UnreadSentence[] {
  if (kind !== 'complaint') return [];
  let entities: readonly Entity[] | undefined;
  return [...text.matchAll(SENTENCE)].flatMap(({ 0: sentence, index }): UnreadSentence[] => {
    const words = sentence.trim();
    const lies = ({ start, end }: CharacterRange) => start < index + sentence.length && end > index;
    if (said.some(lies) || words === '') return [];
    if (words.length < SHORTEST && text.trim() !== words) return [];
    entities ??= language.read(text).entities;
    const names = namesIn(words, entities.filter(lies));
    return [{ text: words, field, ...(names.length > 0 && { names }) }];
  });
}
