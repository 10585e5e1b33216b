import type { Assertion, EntityType } from '../entity.js';
import type { FoundSection } from './find-sections.js';

const AILS: readonly EntityType[] = ['condition', 'symptom', 'finding'];

/** Types of which the kind of section says how they are meant where no cue does. */
const BY_SECTION: Readonly<Partial<Record<Assertion, ReadonlySet<EntityType>>>> = {
  possible: new Set<EntityType>(AILS),
  historical: new Set<EntityType>([...AILS, 'procedure']),
  family: new Set<EntityType>([...AILS, 'procedure']),
  hypothetical: new Set<EntityType>(['procedure', 'lab_test']),
  absent: new Set<EntityType>(AILS),
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
