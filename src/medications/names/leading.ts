import { mergeDelivery } from './delivery.js';
import type { State } from './line.js';
import { nameAt } from './name-at.js';
import { isCounted, type Quantity } from './quantities.js';
import { timingAt } from './timing.js';
import { isMark } from './tokens.js';

/** Words between an amount and the name to which it belongs. */
const OF = /^(?:of|de|von|av|di|the|a)$/;
const KIND_OF_DOSE =
  /^(?:loading|maintenance|initial|starting|first|second|single|test|total|further|bolus)$/;
const MAX_FILLERS = 6;
const AND = /^(?:and|plus|then|und|et|och|og|con|avec|mit|with)$/;
const SHORTEST_UNKNOWN = 5;

const isMass = ({ unit, per }: Quantity) =>
  unit !== undefined && !unit.startsWith('{') && unit !== 'mL' && unit !== '%' && per === undefined;

/** Matches `loading dose`, `bolus of`: the manner of administration, not part of a name. */
export function kindOfDoseAt({ tokens }: State, at: number): number {
  if (!KIND_OF_DOSE.test(tokens[at]?.text ?? '')) return 0;
  const next = tokens[at + 1]?.text ?? '';
  if (next === 'dose' || next === 'doses') return 2;
  return next === 'of' ? 1 : 0;
}

/** Reads `loading dose` and advances beyond it. */
export function readKindOfDose(state: State): boolean {
  const length = kindOfDoseAt(state, state.at);
  if (length === 0) return false;
  if (state.tokens[state.at]?.text === 'bolus') {
    state.delivery = mergeDelivery(state.delivery, { manner: 'bolus' });
  }
  state.at += length;
  state.open = false;
  return true;
}

/** Returns the position after routes, forms and `of`. */
function afterFillers(state: State, start: number): number {
  const { vocabulary, names, tokens } = state;
  let at = start;
  for (let steps = 0; steps < MAX_FILLERS; steps += 1) {
    if (nameAt(vocabulary, names, tokens, at, true) !== undefined) return at;
    const saying = vocabulary.sayings.match(tokens, at);
    const isWay = saying?.value.says === 'route' || saying?.value.says === 'form';
    const own = OF.test(tokens[at]?.text ?? '') ? 1 : kindOfDoseAt(state, at);
    const length = isWay ? saying.length : own;
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Whether a comma, `and` or a plus sign precedes the position. */
function isSetOff({ tokens }: State, at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined) return false;
  if (before.kind === 'mark') return /^[,;+&]$/.test(before.text);
  return before.kind === 'word' && AND.test(before.text);
}

/**
 * Whether an amount belongs to the following name rather than to the preceding one: `1 g
 * ceftriaxone and 500 mg azithromycin`. After a comma or `and` it belongs to the following name;
 * without one it does if the preceding name has an amount already.
 *
 * @param end the token after the amount
 */
export function leadsToName(state: State, quantity: Quantity, end: number): boolean {
  const { vocabulary, names, tokens, drafts, before } = state;
  const last = drafts.at(-1);
  if (last === undefined || state.skipping || state.pack || state.bracket) return false;
  const setOff = isSetOff(state, state.at);
  const own = drafts.length === 1 ? [...before, ...last.quantities] : last.quantities;
  if (!setOff && !(isMass(quantity) && own.some(isMass))) return false;
  const at = afterFillers(state, end);
  if (nameAt(vocabulary, names, tokens, at, setOff) !== undefined) return true;
  // In a list with amounts before names, an unknown word after an amount is a name.
  const token = tokens[at];
  const dosesFirst = before.length > 0 && setOff && isMass(quantity) && !isCounted(quantity);
  const unknown = token?.kind === 'word' && token.text.length >= SHORTEST_UNKNOWN;
  if (!dosesFirst || !unknown || isMark(token, '/')) return false;
  const saying = vocabulary.sayings.match(tokens, at) ?? vocabulary.units.match(tokens, at);
  return saying === undefined && timingAt(vocabulary, tokens, at) === undefined;
}
