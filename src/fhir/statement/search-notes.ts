import { AppError } from '../../core/errors.js';
import type { Definitions, SearchParameter, SearchType } from '../definitions/definition.js';
import { followed, isCanonical } from '../search/includes.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { parseCriteria } from '../search/parse.js';

const MODIFIERS = ['exact', 'contains', 'text', 'not', 'of-type', 'identifier', 'below', 'above'];

const PREFIXES = 'Prefixes eq ne gt lt ge le sa eb ap.';

/** Notes that apply to all parameters of a type. */
const NOTES: Readonly<Partial<Record<SearchType, string>>> = {
  date: PREFIXES,
  number: PREFIXES,
  quantity: PREFIXES,
};

const CHAINED = 'Chained: parameter.other or parameter:Type.other.';

/** A value that any of these types takes, so that only the modifier can be wrong. */
const SAMPLES: Readonly<Record<SearchType, string>> = {
  token: 'x',
  string: 'x',
  reference: '1',
  date: '2020',
  quantity: '1',
  number: '1',
  uri: 'http://example.org/x',
  composite: 'x$1',
};

/** Whether a search supports a modifier, determined with the parser itself so that the two agree. */
function takes(
  { base, code, type }: SearchParameter,
  modifier: string,
  definitions: Definitions,
): boolean {
  const value = modifier === 'missing' ? 'true' : SAMPLES[type];
  const parts = { definitions, timeZone: 'UTC', now: 0, base: '', limits: SEARCH_LIMITS };
  try {
    parseCriteria(base, [[`${code}:${modifier}`, value]], { ...parts, strict: true });
    return true;
  } catch (error) {
    // An invalid value is not a fault of the modifier.
    return error instanceof AppError && error.issues[0]?.type !== 'not-supported';
  }
}

/**
 * Returns the documentation of a search parameter for the CapabilityStatement: modifiers, prefixes,
 * chains. Notes of parameters that many types share are cached.
 */
export function createSearchNotes(
  definitions: Definitions,
): (parameter: SearchParameter) => string | undefined {
  const cache = new Map<string, string>();

  function make(parameter: SearchParameter): string {
    const taken = [...MODIFIERS, 'missing'].filter((one) => takes(parameter, one, definitions));
    const modifiers =
      taken.length === 0 ? [] : [`Modifiers ${taken.map((one) => `:${one}`).join(' ')}.`];
    const canBeChained =
      parameter.type === 'reference' &&
      !isCanonical(parameter) &&
      followed(parameter, definitions).length > 0;
    const chained = canBeChained ? [CHAINED] : [];
    return [...modifiers, ...chained, NOTES[parameter.type] ?? []].flat().join(' ');
  }

  return (parameter) => {
    const { code, type, paths } = parameter;
    const ends = paths.map((walk) => [walk.type, walk.targets].join());
    const key = [code, type, ...new Set(ends)].join(' ');
    const note = cache.get(key) ?? make(parameter);
    cache.set(key, note);
    return note === '' ? undefined : note;
  };
}
