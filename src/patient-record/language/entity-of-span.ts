import { cueText, type EntityAssertion } from './assertion/assert.js';
import { type ClauseLimits, LIMIT } from './clauses/clause-text.js';
import type { Entity, EntityType, Normalized } from './entity.js';
import type { SectionSpan } from './sections/find-sections.js';
import { usualAssertion } from './sections/usual-assertion.js';
import type { Span } from './span.js';
import type { Word } from './text/words.js';

/** Types that have an assertion. */
const ASSERTED = new Set<EntityType>([
  'symptom',
  'finding',
  'condition',
  'procedure',
  'medication',
  'lab_test',
]);

/** The section that contains a name. */
interface InSection {
  readonly section: SectionSpan | undefined;
  /** A spoken heading ends where a statement about a person begins. */
  readonly ended: boolean;
}

/** Whether a statement with a subject of its own begins between two words. */
export function statedBetween(limits: ClauseLimits, from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at += 1) {
    const limit = limits[at] ?? LIMIT.none;
    if ((limit & LIMIT.sure) !== 0 && (limit & LIMIT.sameSubject) === 0) return true;
  }
  return false;
}

/** Returns the entity of a name for the answer. */
export function entityOf(
  text: string,
  words: readonly Word[],
  span: Span,
  said: EntityAssertion | undefined,
  { section, ended }: InSection,
  normalized: Normalized | undefined,
): Entity {
  const { type, confidence } = span;
  const start = words[span.from]?.start ?? 0;
  const end = span.end ?? words[span.to - 1]?.end ?? start;
  const asserted = ASSERTED.has(type) ? said : undefined;
  const usual = ASSERTED.has(type) && !ended ? usualAssertion(section, type) : 'present';
  const cue = asserted === undefined ? '' : cueText(text, words, asserted);
  const assertion = asserted?.assertion ?? usual;
  const entity: { -readonly [K in keyof Entity]: Entity[K] } = {
    text: text.slice(start, end),
    type,
    start,
    end,
    confidence,
    assertion,
  };
  const ofOthers = usual === 'family' && assertion === 'absent';
  if (asserted?.certain === false || ofOthers) entity.certain = false;
  if (cue !== '') entity.cue = cue;
  if (section !== undefined) entity.section = section.title;
  if (normalized !== undefined) entity.normalized = normalized;
  return entity;
}
