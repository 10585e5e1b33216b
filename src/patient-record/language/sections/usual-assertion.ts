import { AILMENTS, type Assertion, type EntityType } from '../entity.js';
import type { FoundSection } from './find-sections.js';

/** Types of which the kind of section says how they are meant where no cue does. */
const BY_SECTION: Readonly<Partial<Record<Assertion, ReadonlySet<EntityType>>>> = {
  possible: AILMENTS,
  historical: new Set<EntityType>([...AILMENTS, 'procedure']),
  family: new Set<EntityType>([...AILMENTS, 'procedure']),
  hypothetical: new Set<EntityType>(['procedure', 'lab_test']),
  absent: AILMENTS,
};

/** How a type is usually meant in a section: what stands under `Family history` is of relatives. */
export function usualAssertion(section: FoundSection | undefined, type: EntityType): Assertion {
  const usual = section?.assertion ?? 'present';
  return BY_SECTION[usual]?.has(type) === true ? usual : 'present';
}

/** Says for words in their order in which section each is. */
export function createSectionLookup(sections: readonly FoundSection[]) {
  let at = 0;
  return (word: number): FoundSection | undefined => {
    while ((sections[at]?.to ?? Infinity) <= word) at += 1;
    const section = sections[at];
    return section !== undefined && section.from <= word ? section : undefined;
  };
}
