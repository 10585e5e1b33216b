import type { Definitions, SearchParameter } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';
import { malformed, unsupported } from './context.js';
import type { Include } from './search.js';

const ITERATE: ReadonlySet<string> = new Set(['iterate', 'recurse']);

interface Wanted {
  readonly from: string;
  readonly code: string;
  readonly target: string | undefined;
}

function wanted(name: string, type: string, reverse: boolean, value: string): Wanted {
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

function references({ from, code }: Wanted, definitions: Definitions): readonly SearchParameter[] {
  const all = definitions.parameters(from).filter(({ type }) => type === 'reference');
  return code === '*' ? all : all.filter((one) => one.code === code);
}

/**
 * What an `_include` or `_revinclude` asks for; `*` is each of the references of a type.
 *
 * @param name with its modifier: `_include:iterate`
 * @returns nothing for a type or a reference that is not known
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
    throw unsupported(name, 'has no such modifier.');
  }
  const reverse = code === '_revinclude';
  const iterate = modifier !== undefined;
  const asked = wanted(name, type, reverse, value);
  if (asked.target !== undefined && !definitions.resourceTypes.has(asked.target)) return [];
  // Without iteration the joins start at the matches alone.
  if (!reverse && !iterate && asked.from !== type) return [];
  const { from, target } = asked;
  return references(asked, definitions)
    .filter(({ targets }) => !reverse || iterate || targets.length === 0 || targets.includes(type))
    .map((one) => {
      const parameter = parameterName(from, one.code);
      return { reverse, from, parameter, iterate, ...(target !== undefined && { target }) };
    });
}
