import type { CompiledPath, Definitions, Group, Step } from '../definitions/definition.js';
import { type Call, type Expression, parsePath } from './parse.js';

/** The definitions that compiling needs. */
export type Children = Pick<Definitions, 'element' | 'choices' | 'isType'>;

/** A path and the group of elements below its end. */
export interface PathEnd {
  readonly path: CompiledPath;
  readonly group?: Group;
}

/** An unfinished path; `names` are those of a choice whose type is not determined yet. */
interface PartialPath {
  readonly steps: readonly Step[];
  readonly type: string;
  readonly group?: Group;
  readonly targets?: readonly string[];
  readonly names?: readonly string[];
  /** The group that the choice belongs to. */
  readonly of?: Group;
}

interface PathStart {
  readonly start: Group;
  readonly children: Children;
}

const refuse = (what: string): never => {
  throw new RangeError(`not a static search expression: ${what}`);
};

const ABSTRACT: ReadonlySet<string> = new Set(['Resource', 'DomainResource']);

/** Whether an expression that begins with this type's name starts at the root. */
const isStart = (name: string, { type, path }: Group): boolean =>
  path === type && (name === type || ABSTRACT.has(name));

function enter(
  way: PartialPath,
  name: string,
  group: Group,
  children: Children,
): PartialPath | undefined {
  const element = children.element(group, name);
  if (element === undefined) return undefined;
  const { type, targets } = element;
  return {
    steps: [...way.steps, { property: name }],
    type,
    ...(element.group && { group: element.group }),
    ...(targets && { targets }),
  };
}

/** One path per type for a choice, the path itself otherwise. */
function settle(way: PartialPath, { children }: PathStart): readonly PartialPath[] {
  const { names, of, steps } = way;
  if (names === undefined || of === undefined) return [way];
  return names.flatMap((name) => enter({ steps, type: '' }, name, of, children) ?? []);
}

function child(way: PartialPath, name: string, { children }: PathStart): PartialPath | undefined {
  if (way.group === undefined) return undefined;
  const plain = enter(way, name, way.group, children);
  if (plain) return plain;
  const choice = children.choices(way.group).find((one) => one.name === name);
  return choice && { steps: way.steps, type: '', names: choice.names, of: way.group };
}

function member(
  ways: readonly PartialPath[],
  name: string,
  place: PathStart,
): readonly PartialPath[] {
  const settled = ways.flatMap((way) => settle(way, place));
  const found = settled.flatMap((way) => child(way, name, place) ?? []);
  return found.length > 0 || settled.length === 0 ? found : refuse(`no element ${name}`);
}

/** `DateTime` means `dateTime` in one expression of the standard. */
const typeNamed = (name: string, { isType }: Children): string => {
  const small = name.charAt(0).toLowerCase() + name.slice(1);
  return isType(name) ? name : isType(small) ? small : refuse(`type ${name}`);
};

function ofType(
  ways: readonly PartialPath[],
  name: string,
  place: PathStart,
): readonly PartialPath[] {
  const type = typeNamed(name, place.children);
  return ways.flatMap((way) => settle(way, place)).filter((way) => way.type === type);
}

function condition(parameter: Expression | undefined): Step {
  if (parameter?.kind === 'type' && parameter.operator === 'is') {
    const { of, type } = parameter;
    if (of.kind === 'call' && of.name === 'resolve' && !of.of) return { refersTo: type };
  }
  if (parameter?.kind === 'operation' && parameter.operator === '=') {
    const { left, right } = parameter;
    if (left.kind === 'member' && !left.of && right.kind === 'literal') {
      return { where: left.name, is: String(right.value) };
    }
  }
  return refuse('where');
}

function narrow(way: PartialPath, step: Step): readonly PartialPath[] {
  if ('refersTo' in step) {
    const { refersTo } = step;
    if (way.type !== 'Reference' || way.targets?.includes(refersTo) === false) return [];
    return [{ ...way, steps: [...way.steps, step], targets: [refersTo] }];
  }
  return [{ ...way, steps: [...way.steps, step] }];
}

function call({ of, name, parameters }: Call, place: PathStart): readonly PartialPath[] {
  const ways = of === undefined ? refuse(name) : follow(of, place);
  const [parameter] = parameters;
  if (name === 'ofType' || name === 'as') {
    return parameter?.kind === 'member' ? ofType(ways, parameter.name, place) : refuse(name);
  }
  if (name !== 'where') return refuse(`${name}()`);
  const step = condition(parameter);
  return ways.flatMap((way) => settle(way, place)).flatMap((way) => narrow(way, step));
}

function follow(expression: Expression, place: PathStart): readonly PartialPath[] {
  const { start } = place;
  if (expression.kind === 'call') return call(expression, place);
  if (expression.kind === 'type' && expression.operator === 'as') {
    return ofType(follow(expression.of, place), expression.type, place);
  }
  if (expression.kind === 'index') {
    const { of, at } = expression;
    if (at.kind !== 'literal' || typeof at.value !== 'number') return refuse('index');
    const step = { index: at.value };
    return follow(of, place)
      .flatMap((way) => settle(way, place))
      .flatMap((way) => narrow(way, step));
  }
  if (expression.kind !== 'member') return refuse(expression.kind);
  const { of, name } = expression;
  if (of !== undefined) return member(follow(of, place), name, place);
  const root: PartialPath = { steps: [], type: start.type, group: start };
  return isStart(name, start) ? [root] : member([root], name, place);
}

/** `X.exists() and X != false`: true or false, whether X exists or not. */
function existsAndNotFalse(
  expression: Expression,
  place: PathStart,
): readonly PartialPath[] | undefined {
  if (expression.kind !== 'operation' || expression.operator !== 'and') return undefined;
  const { left, right } = expression;
  if (left.kind !== 'call' || left.name !== 'exists' || left.of === undefined) return undefined;
  if (right.kind !== 'operation' || right.operator !== '!=') return undefined;
  if (JSON.stringify(left.of) !== JSON.stringify(right.left)) return undefined;
  if (right.right.kind !== 'literal' || right.right.value !== false) return undefined;
  return follow(left.of, place);
}

function toEnd({ steps, type, group, targets }: PartialPath): PathEnd {
  return { path: { steps, type, ...(targets && { targets }) }, ...(group && { group }) };
}

function endsOfPart(part: string, place: PathStart): readonly PathEnd[] {
  const tree = parsePath(part);
  const tested = existsAndNotFalse(tree, place);
  if (tested === undefined) {
    return follow(tree, place)
      .flatMap((way) => settle(way, place))
      .map(toEnd);
  }
  return tested.map(({ steps, names }) => ({
    path: {
      steps: names === undefined ? steps : [...steps, { anyOf: names }],
      type: 'boolean',
      test: 'exists-and-not-false',
    },
  }));
}

/** The parts of a union that start at the resource or, in a composite, at its root. */
export function unionParts(expression: string, { type, path }: Group): readonly string[] {
  const parts = expression.split(' | ');
  if (path !== type) return parts;
  return parts.filter((part) => {
    const name = /^\(*([A-Z]\w*)/.exec(part)?.[1];
    return name === undefined || isStart(name, { type, path });
  });
}

/** Like `compilePaths`, with the group below each end. */
export function compilePathEnds(
  expression: string,
  start: Group,
  children: Children,
): readonly PathEnd[] {
  const parts = unionParts(expression, start);
  const ends = parts.flatMap((part) => endsOfPart(part, { start, children }));
  const seen = new Map(ends.map((end) => [JSON.stringify([end.path.steps, end.group]), end]));
  return [...seen.values()];
}

/**
 * Compiles a search expression to paths that need no evaluation: properties, `ofType`, two kinds of
 * `where`, an index, one test.
 *
 * @param start the type or, in a composite, the group that the expression is evaluated on
 * @throws RangeError for any other construct of FHIRPath
 */
export const compilePaths = (
  expression: string,
  start: Group,
  children: Children,
): readonly CompiledPath[] => compilePathEnds(expression, start, children).map(({ path }) => path);
