import type { Choice, Element, Group, Invariant } from './definition.js';
import type { RawDefinitions, RawElement, RawGroup, RawInvariant, RawType } from './raw.js';

const CHOICE = '[x]';
const BACKBONES: ReadonlySet<string> = new Set(['BackboneElement', 'Element']);

/** The full definition of one group, including inherited elements. */
interface Contents {
  readonly elements: readonly Element[];
  readonly byName: ReadonlyMap<string, Element>;
  readonly choices: readonly Choice[];
  readonly invariants: readonly Invariant[];
}

const NOTHING: Contents = { elements: [], byName: new Map(), choices: [], invariants: [] };

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const toInvariant = ([key, severity, human, expression]: RawInvariant): Invariant => ({
  key,
  severity,
  human,
  expression,
});

/** `Reference(Patient|Group)` → type and targets. */
function typeAndTargets(written: string): { type: string; targets?: readonly string[] } {
  const open = written.indexOf('(');
  if (open < 0) return { type: written };
  return { type: written.slice(0, open), targets: written.slice(open + 1, -1).split('|') };
}

function groupOf(type: string, at: Group, raw: RawElement, kind: RawType['kind'] | undefined) {
  if (raw.same !== undefined) return { type: raw.same.split('.')[0] ?? '', path: raw.same };
  if (BACKBONES.has(type)) return { type: at.type, path: `${at.path}.${raw.name}` };
  return kind === 'complex' ? { type, path: type } : undefined;
}

type Types = RawDefinitions['types'];

function toElements(raw: RawElement, at: Group, types: Types): readonly Element[] {
  const choiceOf = raw.name.endsWith(CHOICE) ? raw.name.slice(0, -CHOICE.length) : undefined;
  return (raw.types ?? ['BackboneElement']).map((written) => {
    const { type, targets } = typeAndTargets(written);
    const group = groupOf(type, at, raw, types[type]?.kind);
    return {
      name: choiceOf === undefined ? raw.name : choiceOf + capital(type),
      type,
      many: raw.many === true,
      min: raw.min ?? 0,
      primitive: types[type]?.kind === 'primitive',
      ...(group && { group }),
      ...(targets && { targets }),
      ...(raw.binding !== undefined && { binding: raw.binding }),
      ...(choiceOf !== undefined && { choiceOf }),
      summary: raw.summary === true,
      modifier: raw.modifier === true,
      ...(raw.invariants && { invariants: raw.invariants.map(toInvariant) }),
    };
  });
}

function toChoices(elements: readonly Element[]): readonly Choice[] {
  const choices = new Map<string, { name: string; min: number; names: string[] }>();
  for (const { choiceOf, min, name } of elements) {
    if (choiceOf === undefined) continue;
    const cached = choices.get(choiceOf);
    if (cached) cached.names.push(name);
    else choices.set(choiceOf, { name: choiceOf, min, names: [name] });
  }
  return [...choices.values()];
}

function join(base: Contents, group: Group, raw: RawGroup, types: Types): Contents {
  const own = raw.elements.flatMap((element) => toElements(element, group, types));
  const elements = [...base.elements, ...own];
  return {
    elements,
    byName: new Map(elements.map((element) => [element.name, element])),
    choices: toChoices(elements),
    invariants: [...base.invariants, ...(raw.invariants ?? []).map(toInvariant)],
  };
}

interface Source {
  readonly group: Group;
  readonly raw: RawGroup;
  readonly base: string | undefined;
}

/** Looks up own properties only: a path may come from a resource, and must not match inherited ones. */
function sourcesOf(types: Types): ReadonlyMap<string, Source> {
  const sources = Object.entries(types).flatMap(([type, { base, groups }]) =>
    Object.entries(groups).map(([path, raw]): readonly [string, Source] => [
      path,
      { group: { type, path }, raw, base: path === type ? base : raw.base },
    ]),
  );
  return new Map(sources);
}

/** Looks up the contents of groups; each is built on first use. */
export function createElements(types: Types): (group: Group) => Contents {
  const sources = sourcesOf(types);
  const cache = new Map<string, Contents>();
  const contentsOf = (path: string): Contents => {
    const cached = cache.get(path);
    if (cached) return cached;
    const source = sources.get(path);
    if (source === undefined) return NOTHING;
    const { group, raw, base } = source;
    const before = base === undefined ? NOTHING : contentsOf(base);
    const contents = join(before, group, raw, types);
    cache.set(path, contents);
    return contents;
  };
  return ({ path }) => contentsOf(path);
}
