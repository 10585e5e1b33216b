import type { ClinicalLanguage } from '../../patient-record/language/create-clinical-language.js';
import type { Entity, EntityType } from '../../patient-record/language/entity.js';
import { isAdministrativeReason } from './administrative-reasons.js';
import type { NamedFinding } from './named-findings.js';

/** A part of a text that was read. */
type CharacterRange = Pick<NamedFinding, 'start' | 'end'>;

/** A line of text; only complaints are searched. */
interface EvidenceLine {
  readonly text: string;
  readonly field: string;
  readonly kind: string;
}

/** A sentence without any finding. */
export interface UnreadSentence {
  readonly text: string;
  readonly field: string;
  /**
   * What it names nevertheless: something other than a finding of the knowledge, or an
   * administrative reason.
   */
  readonly names?: readonly string[];
}

const SENTENCE = /[^.;\n]+/g;
const SHORTEST = 12;

/** Types of names that can be a reason for a visit. */
const NAMES: ReadonlySet<EntityType> = new Set([
  'symptom',
  'finding',
  'condition',
  'procedure',
  'measurement',
]);

/**
 * Returns what a sentence without findings contains: names, an administrative reason, or nothing.
 */
function namesIn(sentence: string, inIt: readonly Entity[]): readonly string[] {
  const names = inIt
    .filter(({ type }) => NAMES.has(type))
    .map(({ text, normalized }) => normalized?.name ?? text);
  if (names.length > 0) return [...new Set(names)];
  return isAdministrativeReason(sentence) ? ['no complaint'] : [];
}

/** Returns the sentences about the present complaint without any finding. */
export function unreadSentencesIn(
  { text, field, kind }: EvidenceLine,
  understood: readonly CharacterRange[],
  language: ClinicalLanguage,
): readonly UnreadSentence[] {
  if (kind !== 'complaint') return [];
  let entities: readonly Entity[] | undefined;
  return [...text.matchAll(SENTENCE)].flatMap(({ 0: sentence, index }): UnreadSentence[] => {
    const words = sentence.trim();
    const lies = ({ start, end }: CharacterRange) => start < index + sentence.length && end > index;
    if (understood.some(lies) || words === '') return [];
    if (words.length < SHORTEST && text.trim() !== words) return [];
    entities ??= language.read(text).entities;
    const names = namesIn(words, entities.filter(lies));
    return [{ text: words, field, ...(names.length > 0 && { names }) }];
  });
}
