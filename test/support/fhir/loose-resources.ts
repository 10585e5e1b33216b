import type { Definitions, Element, Group } from '../../../src/fhir/definitions/definition.js';
import type { Resource } from '../../../src/fhir/resource.js';

/** Where things point at, of every kind that R4 knows. */
const ADDRESSES = [
  'Patient/1',
  'https://example.org/Patient/7/_history/1',
  'Group/2',
  'Practitioner/3/_history/2',
  'https://example.org/fhir/Organization/4',
  '#inner',
  'urn:uuid:0a4ed3a5-a4e2-4f3c-9c4e-3a5c1b0d9a11',
  'Encounter/5',
  'Location/6',
  'RelatedPerson/8',
];

const DATES = ['2020', '2020-02', '2020-02-01', '2021-03-04'];
const TIMES = ['2020-02-01T10:00:00Z', '2020-02-01T12:30:00+02:00', '2021-03-04T00:00:00.5Z'];

/** Few values of each kind, so that equal ones meet. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [true, false],
  integer: [0, 1, 2],
  unsignedInt: [0, 1, 2],
  positiveInt: [1, 2],
  decimal: [-1, 0, 0.5, 1, 150],
  date: DATES,
  dateTime: [...DATES, ...TIMES],
  instant: TIMES,
  time: ['10:00:00', '11:30:00'],
  xhtml: ['<div xmlns="http://www.w3.org/1999/xhtml">made</div>'],
};

/** The same numbers for the same seed (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface LooseMaker {
  resource(type: string): Resource;
  /** Of a datatype or backbone. */
  part(group: Group): Readonly<Record<string, unknown>>;
}

/**
 * Makes resources of the right structure that keep no rule beyond it: what is required may be
 * missing, codes are any words, so that rules are broken as often as not.
 *
 * @param words texts and codes to take from
 */
export function createLooseMaker(
  definitions: Definitions,
  words: readonly string[],
  seed: number,
): LooseMaker {
  const chance = createChance(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  const inner = ['Patient', 'Observation', 'Composition', 'MessageHeader'];

  const madeFor = (element: Element, group: Group, depth: number): unknown => {
    if (element.type === 'Resource') return depth > 1 ? undefined : resource(pick(inner), 3);
    if (element.group !== undefined) return part(element.group, depth + 1);
    if (group.path === 'Reference' && element.name === 'reference') return pick(ADDRESSES);
    if (group.path === 'Reference' && element.name === 'type') return pick(['Patient', 'Group']);
    return pick(VALUES[element.type] ?? words);
  };
  const part = (group: Group, depth: number): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    const taken = new Set<string>();
    for (const element of definitions.elements(group)) {
      const { name, choiceOf, many } = element;
      const deep = element.group !== undefined;
      const rare = name === 'extension' || name === 'modifierExtension' || name === 'contained';
      const likely = rare ? 0.04 : choiceOf ? 0.25 : deep && depth > 1 ? 0.25 : 0.5;
      if ((deep && depth > 4) || chance() > likely || (choiceOf && taken.has(choiceOf))) continue;
      const list = Array.from({ length: many ? 1 + Math.floor(chance() * 2) : 1 }, () =>
        madeFor(element, group, depth),
      ).filter((value) => value !== undefined && JSON.stringify(value) !== '{}');
      if (list.length === 0) continue;
      made[name] = many ? list : list[0];
      if (choiceOf) taken.add(choiceOf);
    }
    return made;
  };
  const resource = (type: string, depth = 0): Resource => {
    return { resourceType: type, ...part({ type, path: type }, depth) };
  };
  return { resource: (type) => resource(type), part: (group) => part(group, 1) };
}
