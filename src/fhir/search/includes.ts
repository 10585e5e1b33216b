import type { Definitions, SearchParameter } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';
import { READ_ONLY_TYPES } from '../served-types.js';
import { malformed, unsupported } from './context.js';
import type { Canonical, Include } from './search.js';

const ITERATE: ReadonlySet<string> = new Set(['iterate', 'recurse']);

/** Refers by the target's canonical URL, not by a type and id. */
export const isCanonical = ({ paths }: SearchParameter): boolean =>
  paths.every(({ type }) => type === 'canonical');

/** Resource types that a reference may refer to. */
export function followed(parameter: SearchParameter, definitions: Definitions): readonly string[] {
  const { targets } = parameter;
  const stored = definitions.served.filter((type) => !READ_ONLY_TYPES.has(type));
  const allowed = stored.filter((type) => targets.length === 0 || targets.includes(type));
  if (!isCanonical(parameter)) return allowed;
  return allowed.filter((type) => definitions.parameter(type, 'url') !== undefined);
}

function canonicalOf(parameter: SearchParameter, definitions: Definitions): Canonical | undefined {
  if (!isCanonical(parameter)) return undefined;
  return { paths: parameter.paths, types: followed(parameter, definitions) };
}

interface IncludeTarget {
  readonly from: string;
  readonly code: string;
  readonly target: string | undefined;
}

function wanted(name: string, type: string, reverse: boolean, value: string): IncludeTarget {
  if (value === '*') {
    if (reverse) throw unsupported(name, 'what refers to a resource has to be named.');
    return { from: type, code: '*', target: undefined };
  }
  const [from = '', code = '', target, ...extra] = value.split(':');
  if (from === '' || code === '' || target === '' || extra.length > 0) {
    throw malformed(name, 'is written Type:reference or Type:reference:Target.');
  }
  return { from, code, target };
}

function references(
  { from, code }: IncludeTarget,
  definitions: Definitions,
): readonly SearchParameter[] {
  const all = definitions.parameters(from).filter(({ type }) => type === 'reference');
  return code === '*' ? all : all.filter((one) => one.code === code);
}

/**
 * Parses `_include` or `_revinclude`; `*` means every reference of a type.
 *
 * @param name with its modifier: `_include:iterate`
 * @returns nothing for an unknown type or reference
 * @throws AppError for what is malformed
 */
export function includesOf(
  name: string,
  value: string,
  type: string,
  definitions: Definitions,
): readonly Include[] {
  const [code, modifier, ...extra] = name.split(':');
  if (extra.length > 0 || (modifier !== undefined && !ITERATE.has(modifier))) {
    throw unsupported(name, 'does not support this modifier.');
  }
  const reverse = code === '_revinclude';
  const iterate = modifier !== undefined;
  const include = wanted(name, type, reverse, value);
  if (include.target !== undefined && !definitions.resourceTypes.has(include.target)) return [];
  // Without iteration the joins start at the matches alone.
  if (!reverse && !iterate && include.from !== type) return [];
  const { from, target } = include;
  return references(include, definitions)
    .filter(({ targets }) => !reverse || iterate || targets.length === 0 || targets.includes(type))
    .map((one) => {
      const canonical = canonicalOf(one, definitions);
      return {
        reverse,
        from,
        parameter: parameterName(from, one.code),
        iterate,
        ...(target !== undefined && { target }),
        ...(canonical !== undefined && { canonical }),
      };
    });
}
