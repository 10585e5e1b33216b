import { readAlternative, readConnector } from './connectors.js';
import { deliveryAt, mergeDelivery } from './delivery.js';
import { deny, endDenial, WHY } from './denial.js';
import { durationAt } from './duration.js';
import { mergeTiming, NO_TIMING } from './frequency.js';
import { homonymAt } from './homonyms.js';
import { leadsToName, readKindOfDose } from './leading.js';
import type { Draft, State } from './line.js';
import { nameAt } from './name-at.js';
import { bareNumbersAt, countAt, isCounted, type Quantity, quantityAt } from './quantities.js';
import { timingAt } from './timing.js';
import type { DirectionMeaning } from './vocabulary.js';

function addName(state: State, words: string, length: number, product: boolean): void {
  const last = state.drafts.at(-1);
  if (state.open && last !== undefined) last.words += ` ${words}`;
  else if (!state.skipping || last === undefined) {
    const joiner = last === undefined ? 'first' : state.joiner;
    state.drafts.push({
      words,
      joiner: state.leading.length > 0 ? 'listed' : joiner,
      quantities: state.leading,
      timing: NO_TIMING,
      split: false,
      product,
      ...(state.denying !== undefined && { denied: state.denying }),
      ...(state.reason && { reason: true as const }),
    });
    state.reason = false;
  } else (state.restating ? state.restated : state.skipped).push(words);
  state.leading = [];
  state.open = !state.skipping;
  state.joiner = 'apart';
  state.at += length;
}

const isMass = ({ unit, per }: Quantity) =>
  unit !== undefined && !unit.startsWith('{') && unit !== 'mL' && unit !== '%' && per === undefined;

/** Another dose of the same drug: after its frequency, or directly after the first dose. */
function isOther(state: State, { quantities, timing }: Draft, quantity: Quantity): boolean {
  const later = timing !== NO_TIMING;
  if (isCounted(quantity)) return later && quantities.some(isCounted);
  return isMass(quantity) && quantities.some(isMass) && (later || !state.explained);
}

function addQuantity(state: State, quantity: Quantity, length: number): boolean {
  const last = state.drafts.at(-1);
  if (leadsToName(state, quantity, state.at + length)) {
    state.leading.push(quantity);
    state.open = false;
    state.at += length;
    return true;
  }
  state.open = false;
  state.at += length;
  if (state.skipping) return true;
  // `325 mg (65 mg iron)`, `40 mg (2 tablets)`: the same amount restated.
  if (state.bracket && last?.quantities.some(isMass)) {
    state.skipping = true;
    state.restating = true;
    return true;
  }
  if (last !== undefined && isOther(state, last, quantity)) last.split = true;
  (last?.quantities ?? state.before).push(quantity);
  state.explained = false;
  return true;
}

/** The INH of `rifampicin 600 mg INH 300 mg` has an amount of its own, as no route has. */
function isNextDrug({ vocabulary, tokens, at, drafts, skipping }: State): boolean {
  if (skipping || !drafts.at(-1)?.quantities.some(isMass)) return false;
  const amount = quantityAt(vocabulary, tokens, at + 1);
  return amount !== undefined && isMass(amount.value);
}

function readName(state: State): boolean {
  const { vocabulary, names, tokens, at } = state;
  const expected = state.drafts.length === 0 || state.joiner !== 'apart';
  const name = nameAt(vocabulary, names, tokens, at, expected);
  const token = tokens[at];
  const isNamed = (state.named && at === 0) || isNextDrug(state);
  if (name === undefined && isNamed && token && names.kindOf(token.text)) {
    addName(state, token.text, 1, false);
    return true;
  }
  if (name === undefined) return false;
  addName(state, name.words, name.length, name.product);
  return true;
}

/** `Tylenol PM` is a product, not Tylenol in the evening. */
const belongsToProduct = ({ tokens, at, open, drafts }: State) =>
  open && tokens[at]?.text === 'pm' && drafts.at(-1)?.product === true;

function readTiming(state: State): boolean {
  const { vocabulary, tokens, at } = state;
  const found = timingAt(vocabulary, tokens, at);
  if (found === undefined || belongsToProduct(state)) return false;
  const saying = vocabulary.sayings.match(tokens, at);
  if ((saying?.length ?? 0) > found.length) return false;
  if (saying !== undefined) noteHomonym(state, saying);
  state.open = false;
  state.at += found.length;
  // `not on the day of methotrexate` is not a frequency.
  if (state.skipping) return true;
  const { count, unit } = found;
  if (count !== undefined && unit !== undefined) addQuantity(state, { values: [count], unit }, 0);
  else state.count ??= count;
  state.timing = mergeTiming(state.timing, found.timing);
  const last = state.drafts.at(-1);
  if (last !== undefined) last.timing = mergeTiming(last.timing, found.timing);
  return true;
}

function readQuantity(state: State): boolean {
  const { vocabulary, tokens, at } = state;
  const duration = durationAt(vocabulary, tokens, at);
  if (duration > 0) {
    state.at += duration;
    state.open = false;
    return true;
  }
  const count = countAt(vocabulary, tokens, at);
  const times =
    count !== undefined && tokens[at + count.length]?.text === 'x' ? count.length + 1 : 0;
  const found = quantityAt(vocabulary, tokens, at + times);
  if (times > 0 && count?.value !== undefined && found !== undefined && isMass(found.value)) {
    const quantities = state.drafts.at(-1)?.quantities ?? state.before;
    state.multiple = { count: count.value, quantities };
    return addQuantity(state, found.value, times + found.length);
  }
  return times === 0 && found !== undefined && addQuantity(state, found.value, found.length);
}

const MAXIMUM_WORD = /^(?:max|maximum|maximal|maximale|maximo|massimo|maks|hochstens)$/;

/** `max 4 g a day`: a limit rather than a dose. */
function readMost(state: State): boolean {
  const { vocabulary, tokens } = state;
  if (!MAXIMUM_WORD.test(tokens[state.at]?.text ?? '')) return false;
  const at = state.at + 1;
  const amount = quantityAt(vocabulary, tokens, at) ?? bareNumbersAt(vocabulary, tokens, at);
  state.at = at;
  if (nameAt(vocabulary, state.names, tokens, at, false) !== undefined) return true;
  if (amount === undefined || timingAt(vocabulary, tokens, at) !== undefined) return true;
  state.at += amount.length;
  state.at += timingAt(vocabulary, tokens, state.at)?.length ?? 0;
  state.open = false;
  return true;
}

/** `500 mg 2 qds`, `10/500 ii nocte`, `50 mg 2dd1`: number per dose. */
function readCount(state: State): boolean {
  const { vocabulary, tokens, at, drafts } = state;
  const count = countAt(vocabulary, tokens, at);
  const strength = drafts.at(-1)?.quantities.length;
  // A number word is a count; a digit alone may be a strength: `warfarin 5 od`.
  const certain = strength || (tokens[at]?.kind === 'word' && drafts.length > 0);
  if (count?.value === undefined || !certain) return false;
  const dutch = tokens[at - 1]?.text === 'dd';
  if (!dutch && timingAt(vocabulary, tokens, at + count.length) === undefined) return false;
  return addQuantity(state, { values: [count.value], unit: '{dose}' }, count.length);
}

/** Numbers without a unit; before any name they are list numbering. */
function readBareNumber(state: State): boolean {
  if (state.pack) return false;
  const found = bareNumbersAt(state.vocabulary, state.tokens, state.at);
  if (found === undefined) return false;
  if (state.drafts.length > 0) return addQuantity(state, found.value, found.length);
  state.at += found.length;
  return true;
}

function apply(state: State, saying: DirectionMeaning, text: string, length: number): void {
  if (saying.says === 'route') {
    // `Tegretol PR` is a release, `diclofenac 100 mg pr` a route.
    if (text === 'pr' && state.open) state.releases.push('extended');
    else state.routes.push(saying);
    if (saying.manner !== undefined) {
      state.delivery = mergeDelivery(state.delivery, { manner: saying.manner });
    }
  }
  if (saying.says === 'form') {
    state.forms.push(saying);
    if (saying.release !== undefined) state.releases.push(saying.release);
  }
  if (saying.says === 'release') state.releases.push(saying.release);
  if (saying.says === 'negation') deny(state, saying.side, length);
  if (saying.says === 'filler' && WHY.test(text)) state.reason = true;
}

/** Notes a direction that may be a drug. */
function noteHomonym(
  state: State,
  { value, length }: { readonly value: DirectionMeaning; readonly length: number },
): void {
  if (state.skipping && !state.restating) return;
  const homonym = homonymAt(state, value, state.at, length);
  if (homonym !== undefined) state.homonyms.push(homonym);
}

function readSaying(state: State): boolean {
  const found = state.vocabulary.sayings.match(state.tokens, state.at);
  if (found === undefined || belongsToProduct(state)) return false;
  const filler = found.value.says === 'filler' && found.length === 1 && state.drafts.length === 0;
  apply(state, found.value, state.tokens[state.at]?.text ?? '', found.length);
  noteHomonym(state, found);
  if (!filler) state.open = false;
  state.explained = true;
  state.at += found.length;
  return true;
}

/** Signs, and words with no other meaning: they belong to a name. */
function readRest(state: State): void {
  const token = state.tokens[state.at];
  if (token?.kind === 'word') {
    addName(state, token.text, 1, false);
    return;
  }
  const text = token?.text ?? '';
  if (text === '(' || text === ')') state.bracket = text === '(' && !state.pack;
  if (text === '(') {
    state.joiner = state.pack ? 'and' : 'bracket';
    state.segment = state.drafts.length;
  }
  // RxNorm names the product in square brackets.
  if (text === '[') state.joiner = 'brand';
  if (text === ',' || text === ';') {
    state.joiner = 'listed';
    state.segment = state.drafts.length;
  }
  if ('([<)]>,;:'.includes(text)) state.open = false;
  if (')]>,;'.includes(text)) {
    state.skipping = false;
    state.restating = false;
    state.reason = false;
  }
  if (text === '/') state.open = false;
  state.at += 1;
}

/** `over 30 min`, `push`, `undiluted`. */
function readDelivery(state: State): boolean {
  const found = deliveryAt(state.vocabulary, state.tokens, state.at);
  if (found === undefined) return false;
  if (!state.skipping) state.delivery = mergeDelivery(state.delivery, found.value);
  state.open = false;
  state.at += found.length;
  return true;
}

const DILUTED = /^(?:in|into|with|to|ad|dans|en)$/;

/** `in 250 mL`, `made up to 50 mL`: the volume in which the preceding amount is given. */
function readDiluent(state: State): boolean {
  const { vocabulary, tokens, drafts } = state;
  const last = drafts.at(-1);
  if (last === undefined || state.skipping || !DILUTED.test(tokens[state.at]?.text ?? ''))
    return false;
  const filler = /^(?:a|an|the|each)$/.test(tokens[state.at + 1]?.text ?? '') ? 1 : 0;
  const found = quantityAt(vocabulary, tokens, state.at + 1 + filler);
  if (found === undefined || found.value.per !== undefined) return false;
  const { unit, values } = found.value;
  if ((unit !== 'mL' && unit !== 'L') || !last.quantities.some(isMass)) return false;
  const mL = values.map((value) => value && value * (unit === 'L' ? 1_000 : 1));
  last.quantities.push({ ...found.value, values: mL, unit: 'mL', diluent: true });
  state.open = false;
  state.at += 1 + filler + found.length;
  return true;
}

const STEPS = [
  readName,
  readKindOfDose,
  readMost,
  readDiluent,
  readDelivery,
  readTiming,
  readQuantity,
  readCount,
  readAlternative,
  readConnector,
  readSaying,
  readBareNumber,
];

/** Reads the element at the current position and advances beyond it. */
export function step(state: State): void {
  endDenial(state);
  if (!STEPS.some((read) => read(state))) readRest(state);
}
