import type { Group } from '../definitions/definition.js';
import type { Resource } from '../resource.js';
import { dependenceOf } from './dependence.js';
import {
  type Evaluator,
  FUNCTIONS,
  modelFunctions,
  type PathFunction,
  type Scope,
} from './functions.js';
import {
  type Collection,
  createMember,
  EMPTY,
  type Model,
  type Node,
  resourceNode,
} from './node.js';
import { fromBoolean, OPERATORS, systemNode, toBoolean } from './operators.js';
import { type Call, type Expression, type Operation, parsePath } from './parse.js';

/** The value that an expression is evaluated on. */
export interface EvaluationContext {
  readonly type: string;
  /** Absent for a primitive. */
  readonly group?: Group;
}

export interface Context {
  /** The resource that the focus is in: a contained one is one of its own. */
  readonly resource: Resource;
  /** The resource that contains `resource`, or that itself. */
  readonly root: Resource;
  readonly focus: unknown;
}

interface EvaluatorParts {
  readonly model: Model;
  readonly functions: Readonly<Record<string, PathFunction>>;
  readonly focus: EvaluationContext;
}

const refuse = (what: string): never => {
  throw new RangeError(`cannot be evaluated here: ${what}`);
};

const VARIABLES: Readonly<Record<string, Evaluator>> = {
  resource: ({ resource }) => [resource],
  rootResource: ({ root }) => [root],
  context: ({ context }) => [context],
  ucum: () => UCUM,
};
const UCUM: Collection = [systemNode('http://unitsofmeasure.org')];

/** `Boolean` of FHIRPath's own types is `boolean` of FHIR; types do not match their base types. */
function createTypeTest(name: string): (node: Node) => boolean {
  const small = name.charAt(0).toLowerCase() + name.slice(1);
  return ({ type, group }) => type === name || (group === undefined && type === small);
}

function typeTest(operator: string, of: Evaluator, name: string): Evaluator {
  const test = createTypeTest(name);
  if (operator !== 'is') return (scope) => of(scope).filter(test);
  return (scope) => {
    const input = of(scope);
    const [node] = input;
    return node === undefined || input.length > 1 ? EMPTY : fromBoolean(test(node));
  };
}

const TYPE_FUNCTIONS: ReadonlySet<string> = new Set(['is', 'as', 'ofType']);

const THIS: Evaluator = ({ focus }) => focus;

function compileCall({ of, name, parameters }: Call, parts: EvaluatorParts): Evaluator {
  const input = of === undefined ? THIS : compile(of, parts);
  const [parameter] = parameters;
  if (TYPE_FUNCTIONS.has(name)) {
    return parameter?.kind === 'member' ? typeTest(name, input, parameter.name) : refuse(name);
  }
  const apply = Object.hasOwn(parts.functions, name) ? parts.functions[name] : undefined;
  if (apply === undefined) return refuse(`${name}()`);
  const compiled = parameters.map((one) => compile(one, parts));
  return (scope) => apply(input(scope), compiled, scope);
}

/** The right side is not evaluated where the left one decides. */
function compileOperation({ operator, left, right }: Operation, parts: EvaluatorParts): Evaluator {
  const apply = OPERATORS[operator] ?? refuse(operator);
  const [a, b] = [compile(left, parts), compile(right, parts)];
  const settling = operator === 'or' ? true : operator === 'and' ? false : undefined;
  if (settling === undefined) return (scope) => apply(a(scope), b(scope));
  return (scope) => {
    const first = a(scope);
    return toBoolean(first) === settling ? fromBoolean(settling) : apply(first, b(scope));
  };
}

function compileMember(of: Expression | undefined, name: string, parts: EvaluatorParts): Evaluator {
  const member = createMember(parts.model, name);
  if (of !== undefined) {
    const input = compile(of, parts);
    return (scope) => member(input(scope));
  }
  if (name === parts.focus.type) return ({ context }) => [context];
  return ({ focus }) => member(focus);
}

function compileIndex(of: Expression, at: Expression, parts: EvaluatorParts): Evaluator {
  const [input, place] = [compile(of, parts), compile(at, parts)];
  return (scope) => {
    const index = place(scope)[0]?.value;
    return typeof index === 'number' ? input(scope).slice(index, index + 1) : EMPTY;
  };
}

/** A context without a value; only constant expressions are evaluated in it. */
const nowhere = (): Scope => {
  const node = resourceNode(undefined);
  return { resource: node, root: node, context: node, focus: EMPTY, memory: {} };
};

/**
 * Expressions that do not depend on `$this` are evaluated once, not for each node: otherwise
 * lookups in long lists would take quadratic time.
 */
function compile(expression: Expression, parts: EvaluatorParts): Evaluator {
  const evaluate = compileAnew(expression, parts);
  const dependence = dependenceOf(expression, parts.focus.type);
  if (dependence === 'focus' || expression.kind === 'variable') return evaluate;
  if (dependence === 'nothing') {
    const value = evaluate(nowhere());
    return () => value;
  }
  return (scope) => {
    const { memory } = scope;
    memory.values ??= new Map();
    const value = memory.values.get(evaluate) ?? evaluate(scope);
    memory.values.set(evaluate, value);
    return value;
  };
}

function compileAnew(expression: Expression, parts: EvaluatorParts): Evaluator {
  switch (expression.kind) {
    case 'literal':
      return () => [systemNode(expression.value)];
    case 'empty':
      return () => EMPTY;
    case 'this':
      return THIS;
    case 'variable':
      return VARIABLES[expression.name] ?? refuse(`%${expression.name}`);
    case 'member':
      return compileMember(expression.of, expression.name, parts);
    case 'index':
      return compileIndex(expression.of, expression.at, parts);
    case 'call':
      return compileCall(expression, parts);
    case 'type':
      return typeTest(expression.operator, compile(expression.of, parts), expression.type);
    case 'operation':
      return compileOperation(expression, parts);
  }
}

/**
 * Compiles a rule of the definitions.
 *
 * @param focus the element that has the rule: a resource, a backbone, a datatype, an element
 * @returns whether the rule holds; undefined where that is unknown, which is not a violation. It
 *   never throws, whatever the shape of the resource.
 * @throws RangeError for a function, variable or operator that rules of R4 do not use, and for
 *   `resolve` and `htmlChecks`
 */
export function compileInvariant(
  expression: string,
  focus: EvaluationContext,
  model: Model,
): (context: Context) => boolean | undefined {
  const functions = { ...FUNCTIONS, ...modelFunctions(model) };
  const { type, group } = focus;
  const start = group === undefined ? { type } : { type, group };
  const evaluate = compile(parsePath(expression), { model, functions, focus });
  return ({ resource, root, focus: value }) => {
    const node: Node = { value, ...start };
    return toBoolean(
      evaluate({
        resource: resourceNode(resource),
        root: resourceNode(root),
        context: node,
        focus: [node],
        memory: {},
      }),
    );
  };
}
