import { type Children, compilePathEnds, type PathEnd, unionParts } from '../path/compile-paths.js';
import type { CompiledPath, Component, SearchParameter, SearchType } from './definition.js';
import type { RawParameter } from './raw.js';

const URL_BASE = 'http://hl7.org/fhir/SearchParameter/';

/** Types whose parameters every resource has. */
const EVERY: ReadonlySet<string> = new Set(['Resource', 'DomainResource']);

const isOf = ({ base }: RawParameter, type: string): boolean =>
  base.some((one) => one === type || EVERY.has(one));

const both = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a && b ? a.filter((one) => b.includes(one)) : (a ?? b);

/** Targets that the parameter allows in general and the elements at its ends allow here. */
function targetsOf(raw: RawParameter, paths: readonly CompiledPath[]): readonly string[] {
  if (raw.type !== 'reference') return [];
  const allowed = paths.map((path) => both(path.targets, raw.targets));
  if (allowed.length === 0 || allowed.some((list) => list === undefined)) return [];
  return [...new Set(allowed.flatMap((list) => list ?? []))].sort();
}

type Compile = (raw: RawParameter, type: string) => SearchParameter;

/** @param named all parameters by their name, for the parts of composites */
function createCompiler(named: ReadonlyMap<string, RawParameter>, children: Children): Compile {
  const component = (
    type: string,
    ends: readonly PathEnd[],
    name: string,
    expression: string,
  ): Component => {
    const raw = named.get(name);
    if (raw === undefined) throw new RangeError(`no parameter ${name}`);
    const groups = ends.flatMap(({ group }) => group ?? []);
    const found = groups.flatMap((group) => compilePathEnds(expression, group, children));
    const seen = new Map(found.map(({ path }) => [JSON.stringify(path.steps), path]));
    return { parameter: compile(raw, type), paths: [...seen.values()] };
  };
  const compile: Compile = (raw, type) => {
    const start = { type, path: type };
    const ends = compilePathEnds(raw.expression, start, children);
    const paths = ends.map(({ path }) => path);
    const components = raw.components?.map(([name, expression]) =>
      component(type, ends, name, expression),
    );
    return {
      code: raw.code,
      type: raw.type as SearchType,
      base: type,
      url: URL_BASE + raw.name,
      expression: unionParts(raw.expression, start).join(' | '),
      paths,
      targets: targetsOf(raw, paths),
      ...(components && { components }),
    };
  };
  return compile;
}

export interface Parameters {
  readonly list: readonly SearchParameter[];
  readonly byCode: ReadonlyMap<string, SearchParameter>;
}

const NONE: Parameters = { list: [], byCode: new Map() };

/** Search parameters of the served types, including those of all resources; built on first use. */
export function createParameters(
  all: readonly RawParameter[],
  served: readonly string[],
  children: Children,
): (resourceType: string) => Parameters {
  const compile = createCompiler(new Map(all.map((raw) => [raw.name, raw])), children);
  const cache = new Map<string, Parameters>();
  return (type) => {
    const cached = cache.get(type);
    if (cached) return cached;
    if (!served.includes(type)) return NONE;
    const list = all.filter((raw) => isOf(raw, type)).map((raw) => compile(raw, type));
    const parameters = { list, byCode: new Map(list.map((one) => [one.code, one])) };
    cache.set(type, parameters);
    return parameters;
  };
}
