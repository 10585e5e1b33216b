import type { Filter, RangeLimits } from '../../store/fhir/filter.js';
import type { TimeInterval } from '../index/dates.js';
import { parameterName } from '../index/parameter-name.js';
import { type Criterion, malformed, type SearchContext, unsupportedModifier } from './context.js';
import { type Prefix, splitPrefix } from './prefix.js';
import { unescaped } from './separators.js';

/** Tolerance of `ap`, as a share of the time between now and a date. */
const NEAR = 0.1;

/**
 * Limits of a resource's range, for a prefix and the range that is searched for
 * (http://hl7.org/fhir/R4/search.html#prefix). At least one of the boxes has to apply.
 *
 * @param searched milliseconds since 1970, both ends inclusive
 * @param now milliseconds since 1970
 */
export function dateBoxes(
  prefix: Prefix,
  { low, high }: TimeInterval,
  now: number,
): readonly RangeLimits[] {
  const within: RangeLimits = {
    low: { min: { at: low }, max: { at: high } },
    high: { max: { at: high } },
  };
  switch (prefix) {
    case 'eq':
      return [within];
    case 'ne':
      return [
        { low: { max: { at: low, open: true } } },
        { high: { min: { at: high, open: true } } },
      ];
    case 'gt':
      return [{ high: { min: { at: high, open: true } } }];
    case 'lt':
      return [{ low: { max: { at: low, open: true } } }];
    // A range that overlaps the end of the searched one may be as late or as early, and matches.
    case 'ge':
      return [{ high: { min: { at: low } } }];
    case 'le':
      return [{ low: { max: { at: high } } }];
    case 'sa':
      return [{ low: { min: { at: high, open: true } } }];
    case 'eb':
      return [{ high: { max: { at: low, open: true } } }];
    case 'ap': {
      const distance = Math.max(0, now > high ? now - high : low - now);
      const near = Math.round(distance * NEAR);
      return [{ low: { max: { at: high + near } }, high: { min: { at: low - near } } }];
    }
  }
}

function boxesOf({ name, values }: Criterion, { readDate, now }: SearchContext): RangeLimits[] {
  return values.flatMap((value) => {
    const { prefix, rest } = splitPrefix(unescaped(value));
    // A plus sign that was not encoded in a URL comes as a space.
    const range = readDate(rest.replace(/ (?=\d\d:\d\d$)/, '+'));
    if (range === undefined) throw malformed(name, 'is not a date, or a time without its minutes.');
    return dateBoxes(prefix, range, now);
  });
}

export function dateFilter(criterion: Criterion, context: SearchContext): Filter {
  if (criterion.modifier !== undefined) throw unsupportedModifier(criterion);
  const parameter = parameterName(criterion.type, criterion.parameter.code);
  return { kind: 'date', parameter, any: boxesOf(criterion, context) };
}

/** `_lastUpdated`: the time itself, not a row of the index. */
export function updatedFilter(criterion: Criterion, context: SearchContext): Filter {
  if (criterion.modifier !== undefined) throw unsupportedModifier(criterion);
  return { kind: 'updated', any: boxesOf(criterion, context) };
}
