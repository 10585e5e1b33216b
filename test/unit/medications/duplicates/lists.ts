import {
  ROUTES,
  type Route,
  type TakenIngredient,
} from '../../../../src/medications/taken-ingredient.js';
import { line } from '../../../support/medication-case.js';

const isRoute = (word: string): word is Route => ROUTES.some((route) => route === word);

function fieldsOf(word: string): Partial<TakenIngredient> {
  if (isRoute(word)) return { route: word };
  if (word === 'er') return { release: 'extended' };
  if (word === 'prn') return { frequency: { asNeeded: true } };
  if (word === 'once') return { frequency: { once: true } };
  if (word === 'local') return { systemic: false };
  if (word === 'combo') return { together: ['codeine'] };
  if (/^\d+mg$/.test(word)) {
    return { dose: { value: Number.parseFloat(word), unit: 'mg' }, frequency: { perDay: 1 } };
  }
  throw new TypeError(`not understood: ${word}`);
}

/** Reads `morphine|er; morphine|prn`. */
export function readList(text: string): TakenIngredient[] {
  return text.split(';').map((part, at) => {
    const [name = '', ...more] = part.trim().split('|');
    return line(name, at, Object.assign({}, ...more.map(fieldsOf)));
  });
}
