import type { RawType } from '../../src/fhir/definitions/raw.js';
import type { CodeSystem, Concept, Include, ValueSet } from './package-files.js';

type Codes = Map<string, Set<string>>;

/** A heading of other codes, which may not be used itself. */
const isAbstract = ({ property = [] }: Concept): boolean =>
  property.some(({ code, valueBoolean }) => code === 'notSelectable' && valueBoolean === true);

const all = (concepts: readonly Concept[] = []): readonly Concept[] =>
  concepts.flatMap((concept) => [concept, ...all(concept.concept)]);

const usable = ({ concept }: CodeSystem): readonly string[] =>
  all(concept)
    .filter((one) => !isAbstract(one))
    .map(({ code }) => code);

/** Children by nesting or by the property `subsumedBy`. */
function childrenIn(system: CodeSystem): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  const note = (parent: string, child: string) => {
    const list = children.get(parent);
    if (list) list.push(child);
    else children.set(parent, [child]);
  };
  const visit = (concepts: readonly Concept[] = [], parent?: string) => {
    for (const { code, concept, property = [] } of concepts) {
      if (parent !== undefined) note(parent, code);
      for (const { code: name, valueCode } of property) {
        if (name === 'subsumedBy' && valueCode !== undefined) note(valueCode, code);
      }
      visit(concept, code);
    }
  };
  visit(system.concept);
  return children;
}

function below(system: CodeSystem, root: string): readonly string[] {
  const children = childrenIn(system);
  const found = new Set<string>();
  const queue = [root];
  for (let code = queue.pop(); code !== undefined; code = queue.pop()) {
    for (const child of children.get(code) ?? []) {
      if (found.has(child)) continue;
      found.add(child);
      queue.push(child);
    }
  }
  return [...found];
}

interface Terminology {
  readonly valueSets: ReadonlyMap<string, ValueSet>;
  readonly systems: ReadonlyMap<string, CodeSystem>;
}

/** Undefined where the codes are not all in the package: MIME types, currencies. */
function codesOf(include: Include, { systems }: Terminology): readonly string[] | undefined {
  if (include.concept) return include.concept.map(({ code }) => code);
  const system = systems.get(include.system ?? '');
  if (system?.content !== 'complete') return undefined;
  if (include.filter === undefined) return usable(system);
  const [filter] = include.filter;
  if (filter === undefined || include.filter.length !== 1) return undefined;
  if (filter.op !== 'is-a' && filter.op !== 'descendent-of') return undefined;
  const codes = new Set(below(system, filter.value));
  if (filter.op === 'is-a') codes.add(filter.value);
  return usable(system).filter((code) => codes.has(code));
}

function add(codes: Codes, system: string, more: Iterable<string>): void {
  const known = codes.get(system) ?? new Set();
  for (const code of more) known.add(code);
  codes.set(system, known);
}

function expand(
  url: string,
  terms: Terminology,
  within: readonly string[] = [],
): Codes | undefined {
  const compose = terms.valueSets.get(url.split('|')[0] ?? '')?.compose;
  if (compose === undefined || within.includes(url)) return undefined;
  const codes: Codes = new Map();
  for (const include of compose.include) {
    for (const other of include.valueSet ?? []) {
      const part = expand(other, terms, [...within, url]);
      if (part === undefined) return undefined;
      for (const [system, list] of part) add(codes, system, list);
    }
    if (include.system === undefined) continue;
    const list = codesOf(include, terms);
    if (list === undefined) return undefined;
    add(codes, include.system, list);
  }
  for (const { system, concept } of compose.exclude ?? []) {
    const from = codes.get(system ?? '');
    if (concept === undefined || from === undefined) return undefined;
    for (const { code } of concept) from.delete(code);
  }
  return codes;
}

const boundIn = (types: Readonly<Record<string, RawType>>): readonly string[] => [
  ...new Set(
    Object.values(types)
      .flatMap(({ groups }) => Object.values(groups))
      .flatMap(({ elements }) => elements.flatMap(({ binding }) => binding ?? [])),
  ),
];

export interface Expansions {
  readonly expanded: Record<string, Record<string, readonly string[]>>;
  readonly left: readonly string[];
}

/** The codes of all required value sets, and which could not be listed. */
export function expandValueSets(
  types: Readonly<Record<string, RawType>>,
  valueSets: readonly ValueSet[],
  codeSystems: readonly CodeSystem[],
): Expansions {
  const terms: Terminology = {
    valueSets: new Map(valueSets.map((set) => [set.url, set])),
    systems: new Map(codeSystems.map((system) => [system.url, system])),
  };
  const expanded: Expansions['expanded'] = {};
  const left: string[] = [];
  for (const url of [...boundIn(types)].sort()) {
    const codes = expand(url, terms);
    if (codes === undefined) left.push(url);
    else
      expanded[url] = Object.fromEntries([...codes].map(([system, list]) => [system, [...list]]));
  }
  return { expanded, left };
}
