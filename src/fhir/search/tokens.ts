import type { Filter, TokenMatch } from '../../store/fhir/filter.js';
import type {
  CompiledPath,
  Definitions,
  Element,
  Group,
  SearchParameter,
} from '../definitions/definition.js';
import { fold } from '../index/fold.js';
import { parameterName } from '../index/parameter-name.js';
import { plainToken, typedIdentifier } from '../index/tokens.js';
import { type Criterion, malformed, type SearchContext, unsupportedModifier } from './context.js';
import { splitAt, unescaped } from './separators.js';

/** Types whose values have no system and cannot be searched with one. */
const WITHOUT_SYSTEM: ReadonlySet<string> = new Set(['boolean', 'ContactPoint', 'uri', 'string']);

/** The required value set of the element at the end of a path. */
function bindingOf(
  { steps }: CompiledPath,
  type: string,
  definitions: Definitions,
): string | undefined {
  let group: Group | undefined = { type, path: type };
  let binding: string | undefined;
  for (const step of steps) {
    if (!('property' in step)) continue;
    const element: Element | undefined = group && definitions.element(group, step.property);
    group = element?.group;
    binding = element?.binding;
  }
  return binding;
}

/** Whether a system is the one that a value of type `code` has without saying so. */
function isImplicit(criterion: Criterion, definitions: Definitions, match: TokenMatch): boolean {
  const { system, code } = match;
  if (system === undefined || system === '') return false;
  return criterion.parameter.paths.some((walk) => {
    const binding = walk.type === 'code' && bindingOf(walk, criterion.type, definitions);
    const codes = binding ? definitions.codes(binding)?.get(system) : undefined;
    return codes !== undefined && (code === undefined || codes.has(code));
  });
}

/** `code`, `|code`, `system|code` or `system|`. */
function readToken(name: string, value: string): TokenMatch {
  const [first = '', ...rest] = splitAt(value, '|').map(unescaped);
  if (rest.length === 0) return { code: first };
  // An identifier may hold a bar that should have been escaped.
  const code = rest.join('|');
  if (first === '' && code === '') throw malformed(name, 'a token needs a system or a code.');
  return code === '' ? { system: first } : { system: first, code };
}

/** All forms of the value in the rows of this parameter. */
function matchesOf(criterion: Criterion, value: string, definitions: Definitions): TokenMatch[] {
  const { paths } = criterion.parameter;
  const match = readToken(criterion.name, value);
  if (match.system && paths.every(({ type }) => WITHOUT_SYSTEM.has(type))) {
    throw malformed(criterion.name, 'values of this parameter have no system.');
  }
  const implicit = isImplicit(criterion, definitions, match) ? [{ ...match, system: '' }] : [];
  const { code } = match;
  if (code === undefined) return [match, ...implicit];
  const folded = paths.map(({ type }) => plainToken(type, code)).filter((one) => one !== code);
  const others = [...new Set(folded)].map((one) => ({ ...match, code: one }));
  // Where every value is compared without case, the code in its original case is in no row.
  const plain = paths.every(({ type }) => type === 'string' || type === 'ContactPoint');
  return plain && others.length > 0 ? others : [match, ...implicit, ...others];
}

function typedMatch(name: string, value: string): TokenMatch {
  const parts = splitAt(value, '|').map(unescaped);
  const [system = '', code = '', identifier = ''] = parts;
  if (parts.length !== 3 || code === '' || identifier === '') {
    throw malformed(name, 'must be system|code|value; only the system may be empty.');
  }
  return { system, code: typedIdentifier(code, identifier) };
}

const has = ({ paths }: SearchParameter, type: string) => paths.some((walk) => walk.type === type);

/** Media types, which can be searched by the part before the first semicolon alone. */
function isMediaType({ parameter: { paths } }: Criterion): boolean {
  return paths.every(({ steps }) => {
    const last = steps.at(-1);
    return last !== undefined && 'property' in last && last.property === 'contentType';
  });
}

function mediaMatches(value: string): TokenMatch[] {
  const code = unescaped(value);
  return [{ code }, { code: `${code};`, below: true }];
}

/** Words of a code or of an identifier's type, as in a search of a string. */
function textFilter(criterion: Criterion): Filter {
  const { type, parameter, values } = criterion;
  const worded = ['CodeableConcept', 'Coding', 'Identifier'].some((one) => has(parameter, one));
  if (!worded) throw unsupportedModifier(criterion);
  const any = values.map((value) => fold(unescaped(value)));
  const name = parameterName(type, parameter.code, 'text');
  return { kind: 'string', parameter: name, match: 'starts', any };
}

export function tokenFilter(criterion: Criterion, { definitions }: SearchContext): Filter {
  const { type, parameter, modifier, values, name } = criterion;
  const any = () => values.flatMap((value) => matchesOf(criterion, value, definitions));
  const rows = parameterName(type, parameter.code);
  switch (modifier) {
    case undefined:
      return { kind: 'token', parameter: rows, any: any() };
    case 'not':
      return { kind: 'not', of: { kind: 'token', parameter: rows, any: any() } };
    case 'text':
      return textFilter(criterion);
    case 'of-type': {
      if (!has(parameter, 'Identifier')) throw unsupportedModifier(criterion);
      const typed = parameterName(type, parameter.code, 'of-type');
      return { kind: 'token', parameter: typed, any: values.map((one) => typedMatch(name, one)) };
    }
    case 'below':
      if (!isMediaType(criterion)) throw unsupportedModifier(criterion);
      return { kind: 'token', parameter: rows, any: values.flatMap(mediaMatches) };
    default:
      throw unsupportedModifier(criterion);
  }
}

/** `:identifier` of a reference: a token search on `Reference.identifier`. */
export function identifierFilter({ type, parameter, values, name }: Criterion): Filter {
  const rows = parameterName(type, parameter.code, 'identifier');
  return { kind: 'token', parameter: rows, any: values.map((value) => readToken(name, value)) };
}
