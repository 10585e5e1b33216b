import type { Filter, TokenMatch } from '../../store/fhir/filter.js';
import { fold, MAX_WORDS } from '../index/fold.js';
import { parameterName } from '../index/parameter-name.js';
import { isPhonetic, soundsOf } from '../index/phonetic.js';
import { targetOf } from '../index/references.js';
import {
  type Criterion,
  malformed,
  type SearchContext,
  tooCostly,
  unsupportedModifier,
} from './context.js';
import { unescaped } from './separators.js';
import { identifierFilter } from './tokens.js';

/** Every word of the value has to sound like one of the name. */
function soundFilter(parameter: string, { name, values }: Criterion): Filter {
  const sounds = (value: string): Filter => {
    const words = soundsOf(value);
    // More words than are indexed.
    if (words.length > MAX_WORDS) throw tooCostly(name, `more than ${MAX_WORDS} words.`);
    const of = [...new Set(words)].map(
      (sound): Filter => ({ kind: 'string', parameter, match: 'starts', any: [sound] }),
    );
    return { kind: 'all', of };
  };
  return { kind: 'any', of: values.map(unescaped).map(sounds) };
}

export function stringFilter(criterion: Criterion): Filter {
  const { type, modifier, values } = criterion;
  const { code } = criterion.parameter;
  const parameter = parameterName(type, code);
  if (isPhonetic(code)) {
    if (modifier !== undefined) throw unsupportedModifier(criterion);
    return soundFilter(parameter, criterion);
  }
  const texts = values.map(unescaped);
  if (modifier === 'exact') return { kind: 'string', parameter, match: 'exact', any: texts };
  if (modifier !== undefined && modifier !== 'contains') throw unsupportedModifier(criterion);
  const match = modifier === 'contains' ? 'contains' : 'starts';
  return { kind: 'string', parameter, match, any: texts.map(fold) };
}

const isUrl = (text: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/**
 * A URL and all its parent URLs, with and without a trailing slash.
 *
 * @param max levels that are looked at; of a URL that has more, these and one more
 */
function upwards(url: string, max: number): string[] {
  const slashes: number[] = [];
  let at = url.indexOf('/', url.indexOf('://') + 3);
  for (; at !== -1 && slashes.length <= max; at = url.indexOf('/', at + 1)) slashes.push(at);
  const above = slashes.flatMap((at) => [url.slice(0, at), url.slice(0, at + 1)]);
  return [...new Set([url, ...above])];
}

function uriMatches(modifier: string | undefined, url: string, max: number): TokenMatch[] {
  // `:above` and `:below` apply to URLs alone, not to URNs.
  if (modifier === undefined || !isUrl(url)) return [{ code: url }];
  if (modifier === 'below') return [{ code: url, below: true }];
  return upwards(url, max).map((code) => ({ code }));
}

/** `url=http://example.org/q|2.0` selects the version of the resource that has this URL. */
function versioned(criterion: Criterion, url: string, context: SearchContext): Filter | undefined {
  const { type, parameter, modifier } = criterion;
  const bar = url.lastIndexOf('|');
  if (parameter.code !== 'url' || modifier !== undefined || bar < 1) return undefined;
  if (context.definitions.parameter(type, 'version') === undefined) return undefined;
  const token = (code: string, value: string): Filter => ({
    kind: 'token',
    parameter: parameterName(type, code),
    any: [{ code: value }],
  });
  return {
    kind: 'all',
    of: [token('url', url.slice(0, bar)), token('version', url.slice(bar + 1))],
  };
}

export function uriFilter(criterion: Criterion, context: SearchContext): Filter {
  const { type, modifier } = criterion;
  if (modifier !== undefined && modifier !== 'below' && modifier !== 'above') {
    throw unsupportedModifier(criterion);
  }
  const parameter = parameterName(type, criterion.parameter.code);
  const urls = criterion.values.map(unescaped);
  const any = urls.flatMap((url) => uriMatches(modifier, url, context.limits.values));
  if (any.length > context.limits.values) throw tooCostly(criterion.name, 'too many levels.');
  const plain: Filter = { kind: 'token', parameter, any };
  const others = urls.flatMap((url) => versioned(criterion, url, context) ?? []);
  return others.length === 0 ? plain : { kind: 'any', of: [plain, ...others] };
}

const ID = /^[A-Za-z0-9\-.]{1,64}$/;

interface ReferenceTarget {
  readonly type?: string;
  readonly target: string;
}

/** The type of a reference by bare id: from the modifier, or the only one allowed. */
function meantType({ parameter, modifier }: Criterion): string | undefined {
  return modifier ?? (parameter.targets.length === 1 ? parameter.targets[0] : undefined);
}

function referred(criterion: Criterion, value: string, context: SearchContext): ReferenceTarget {
  const { name, modifier, parameter } = criterion;
  const text = unescaped(value);
  const canonical = parameter.paths.every(({ type }) => type === 'canonical' || type === 'uri');
  const found = targetOf(text, [context.base]);
  if (found !== undefined) {
    if (modifier !== undefined && found.type !== modifier) {
      throw malformed(name, 'the value names another type than the modifier.');
    }
    return found;
  }
  if (ID.test(text)) {
    const type = canonical ? undefined : meantType(criterion);
    return type === undefined ? { target: text } : { type, target: text };
  }
  if (canonical) return { type: '', target: text };
  throw malformed(name, 'is not an id, a type and an id, or an absolute URL.');
}

export function referenceFilter(criterion: Criterion, context: SearchContext): Filter {
  const { type, modifier, parameter, values } = criterion;
  const references = parameter.paths.some((walk) => walk.type === 'Reference');
  if (modifier === 'identifier' && references) return identifierFilter(criterion);
  const allowed = parameter.targets.length === 0 || parameter.targets.includes(modifier ?? '');
  const isType = modifier !== undefined && context.definitions.resourceTypes.has(modifier);
  if (modifier !== undefined && !(isType && allowed)) throw unsupportedModifier(criterion);
  const any = values.map((value) => referred(criterion, value, context));
  return { kind: 'reference', parameter: parameterName(type, parameter.code), any };
}

/** `_id`: the id of the resource itself, not a row of the index. */
export function idFilter(criterion: Criterion): Filter {
  const ids: Filter = { kind: 'id', any: criterion.values.map(unescaped) };
  if (criterion.modifier === undefined) return ids;
  if (criterion.modifier === 'not') return { kind: 'not', of: ids };
  throw unsupportedModifier(criterion);
}
