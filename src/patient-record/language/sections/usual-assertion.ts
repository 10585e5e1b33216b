import { AILMENTS, type Assertion, type EntityType } from '../entity.js';
import type { SectionSpan } from './find-sections.js';

/** Types whose assertion follows from the kind of section where there is no cue. */
const BY_SECTION: Readonly<Partial<Record<Assertion, ReadonlySet<EntityType>>>> = {
  possible: AILMENTS,
  historical: new Set<EntityType>([...AILMENTS, 'procedure']),
  family: new Set<EntityType>([...AILMENTS, 'procedure']),
  hypothetical: new Set<EntityType>(['procedure', 'lab_test']),
  absent: AILMENTS,
};

/** Returns the usual assertion of a type in a section: `Family history` is about relatives. */
export function usualAssertion(section: SectionSpan | undefined, type: EntityType): Assertion {
  const usual = section?.assertion ?? 'present';
  return BY_SECTION[usual]?.has(type) === true ? usual : 'present';
}

/** Says for words in their order in which section each is. */
export function createSectionLookup(sections: readonly SectionSpan[]) {
  let at = 0;
  return (word: number): SectionSpan | undefined => {
    while ((sections[at]?.to ?? Infinity) <= word) at += 1;
    const section = sections[at];
    return section !== undefined && section.from <= word ? section : undefined;
  };
}
