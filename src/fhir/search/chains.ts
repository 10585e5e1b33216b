import type { Filter } from '../../store/fhir/filter.js';
import type { SearchParameter } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';
import { malformed, type SearchContext, tooCostly, unsupported } from './context.js';
import { isCanonical } from './includes.js';

/** A name and value of a query that are not parsed yet, with their depth in a chain. */
export interface PendingCriterion {
  readonly type: string;
  /** The rest of the name at this depth. */
  readonly name: string;
  readonly raw: string;
  /** As written in the query, for messages. */
  readonly whole: string;
  readonly chained: number;
  readonly reversed: number;
}

/** Returns undefined for a parameter that the type does not have. */
export type ParseCriterion = (
  question: PendingCriterion,
  context: SearchContext,
) => Filter | undefined;

/** A reference to several types has to name the intended one. */
const MAX_TYPES = 10;

/** Limit of joins. */
const MAX_REVERSED = 2;

export const REVERSE = '_has:';

const BY_URL = 'what refers by a canonical URL is followed by _include and _revinclude alone.';

function targetTypes(
  { targets }: SearchParameter,
  modifier: string | undefined,
  { definitions: { served } }: SearchContext,
): readonly string[] {
  const allowed = served.filter((type) => targets.length === 0 || targets.includes(type));
  return modifier === undefined ? allowed : allowed.filter((type) => type === modifier);
}

/** `subject:Patient.name`: refers to a resource that meets the rest of the name. */
export function chainFilter(
  question: PendingCriterion,
  context: SearchContext,
  understand: ParseCriterion,
): Filter | undefined {
  const { type, name, whole, chained } = question;
  const dot = name.indexOf('.');
  const [code = '', modifier, ...extra] = name.slice(0, dot).split(':');
  const parameter = context.definitions.parameter(type, code);
  if (parameter === undefined) return undefined;
  if (parameter.type !== 'reference' || extra.length > 0) {
    throw unsupported(whole, 'only references can be followed.');
  }
  if (isCanonical(parameter)) throw unsupported(whole, BY_URL);
  if (chained >= context.limits.chain) {
    throw tooCostly(whole, `more than ${context.limits.chain} chained references.`);
  }
  const inner = { ...question, name: name.slice(dot + 1), chained: chained + 1 };
  const chains = targetTypes(parameter, modifier, context).flatMap((target): Filter[] => {
    const of = understand({ ...inner, type: target }, context);
    if (of === undefined) return [];
    return [{ kind: 'chain', parameter: parameterName(type, code), type: target, of }];
  });
  const [only, ...more] = chains;
  if (only === undefined) {
    throw unsupported(whole, 'nothing that is referred to has such a parameter.');
  }
  if (chains.length > MAX_TYPES) throw tooCostly(whole, 'the type that is meant has to be named.');
  return more.length === 0 ? only : { kind: 'any', of: chains };
}

/** `_has:Observation:patient:code`: resources that refer here and meet the rest of the name. */
export function reverseFilter(
  question: PendingCriterion,
  context: SearchContext,
  understand: ParseCriterion,
): Filter {
  const { type, name, whole, reversed } = question;
  const [, from, code, ...rest] = name.split(':');
  if (from === undefined || code === undefined || rest.length === 0) {
    throw malformed(whole, 'is written _has:Type:reference:parameter.');
  }
  if (reversed >= MAX_REVERSED) throw tooCostly(whole, `more than ${MAX_REVERSED} nested _has.`);
  const parameter = context.definitions.parameter(from, code);
  const { targets = [] } = parameter ?? {};
  if (parameter?.type !== 'reference' || (targets.length > 0 && !targets.includes(type))) {
    throw unsupported(whole, `names no reference to ${type}.`);
  }
  if (isCanonical(parameter)) throw unsupported(whole, BY_URL);
  const inner = { ...question, type: from, name: rest.join(':'), reversed: reversed + 1 };
  const of = understand(inner, context);
  if (of === undefined) throw unsupported(whole, `${from} does not have this parameter.`);
  return { kind: 'has', type: from, parameter: parameterName(from, code), of };
}
