import { fold, laterWords } from './fold.js';
import { listOf, textOf } from './member.js';
import { parameterName } from './parameter-name.js';
import { indexedSounds, isPhonetic } from './phonetic.js';
import type { EmitRows, RowCollector } from './sink.js';

/** Texts of an Address that are searched; not its use, type and period. */
const ADDRESS = ['text', 'city', 'district', 'state', 'country', 'postalCode'];

/** Elements that are indexed word by word: `Quinones` in `Carreno Quinones`. */
const IN_WORDS: ReadonlySet<string> = new Set(['family', 'given']);

function push(into: RowCollector, parameter: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') return;
  into.strings.push({ parameter, folded: fold(value), value });
}

/** Later words have no value, as `:exact` finds only whole names. */
function pushWords(into: RowCollector, parameter: string, value: unknown): void {
  push(into, parameter, value);
  if (typeof value !== 'string') return;
  for (const folded of laterWords(fold(value))) into.strings.push({ parameter, folded, value: '' });
}

function nameRows(parameter: string): EmitRows {
  return (value, into) => {
    pushWords(into, parameter, textOf(value, 'family'));
    for (const given of listOf(value, 'given')) pushWords(into, parameter, given);
    push(into, parameter, textOf(value, 'text'));
    for (const part of [...listOf(value, 'prefix'), ...listOf(value, 'suffix')]) {
      push(into, parameter, part);
    }
  };
}

/** Phonetic rows of names, without values. */
function soundRows(parameter: string): EmitRows {
  return (value, { strings }) => {
    const parts = [textOf(value, 'family'), textOf(value, 'text'), ...listOf(value, 'given')];
    const texts = [value, ...parts].filter((part) => typeof part === 'string');
    for (const folded of new Set(texts.flatMap(indexedSounds))) {
      strings.push({ parameter, folded, value: '' });
    }
  };
}

function addressRows(parameter: string): EmitRows {
  return (value, into) => {
    for (const name of ADDRESS) push(into, parameter, textOf(value, name));
    for (const line of listOf(value, 'line')) push(into, parameter, line);
  };
}

/**
 * Rows of a string parameter whose values are of this type.
 *
 * @param element name of the last element of the path to the values
 */
export function stringRows(base: string, code: string, type: string, element?: string): EmitRows {
  const parameter = parameterName(base, code);
  if (isPhonetic(code)) return soundRows(parameter);
  if (type === 'HumanName') return nameRows(parameter);
  if (type === 'Address') return addressRows(parameter);
  const pushValue = element !== undefined && IN_WORDS.has(element) ? pushWords : push;
  return (value, into) => pushValue(into, parameter, value);
}
