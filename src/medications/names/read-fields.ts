import type { Frequency } from '../taken-ingredient.js';
import { deliveryAt } from './delivery.js';
import { durationAt } from './duration.js';
import { frequencyOf, mergeTiming, NO_TIMING, type Timing } from './frequency.js';
import { homonymAt } from './homonyms.js';
import type { Homonym } from './line.js';
import { type NameIndex, nameAt } from './name-at.js';
import { bareNumbersAt, type Quantity, quantityAt } from './quantities.js';
import { timingAt } from './timing.js';
import type { RouteWord, Vocabulary } from './vocabulary.js';
import { oneWay, wayBy } from './ways.js';

/** The parsed frequency field. */
export interface FrequencyField {
  readonly timing: Timing;
  readonly frequency?: Frequency;
  readonly count?: number;
  readonly understood: boolean;
}

/** `BID`, `q8h prn`, `1-0-1`, `once weekly on Mondays`. */
export function readFrequency(vocabulary: Vocabulary, text: string): FrequencyField {
  const tokens = vocabulary.cut(text);
  let timing = NO_TIMING;
  let count: number | undefined;
  let understood = false;
  let loose = false;
  for (let at = 0; at < tokens.length; ) {
    const found = timingAt(vocabulary, tokens, at, true);
    if (found !== undefined) {
      timing = mergeTiming(timing, found.timing);
      count ??= found.count;
      understood = true;
      at += found.length;
      continue;
    }
    // `over 30 min` is the manner of administration, which is read elsewhere.
    const delivery = deliveryAt(vocabulary, tokens, at);
    if (delivery !== undefined) {
      understood = true;
      at += delivery.length;
      continue;
    }
    const duration = durationAt(vocabulary, tokens, at);
    if (duration > 0) {
      at += duration;
      continue;
    }
    const quantity = quantityAt(vocabulary, tokens, at);
    const known = quantity ?? vocabulary.sayings.match(tokens, at);
    // The meaning of a number outside any phrase is unknown.
    if (known === undefined && tokens[at]?.kind === 'number') loose = true;
    at += known?.length ?? 1;
  }
  const whole = loose ? mergeTiming(timing, { unclear: true }) : timing;
  const frequency = frequencyOf(whole);
  return {
    timing: whole,
    understood: understood && !loose,
    ...(frequency !== undefined && { frequency }),
    ...(count !== undefined && { count }),
  };
}

/** Reads `po`, `sub-cut`, `both eyes`, `tablet`; nothing where no word is known. */
export function readRoute(vocabulary: Vocabulary, text: string): RouteWord | undefined {
  const tokens = vocabulary.cut(text);
  const found: RouteWord[] = [];
  for (let at = 0; at < tokens.length; ) {
    const route = vocabulary.routeField.match(tokens, at);
    const form = vocabulary.sayings.match(tokens, at);
    if (route !== undefined) found.push(route.value);
    else if (form?.value.says === 'form' && form.value.route !== undefined) {
      found.push(wayBy(form.value.route));
    }
    at += route?.length ?? form?.length ?? 1;
  }
  return oneWay(found);
}

/** The parsed dose field. */
export interface DoseField {
  readonly quantities: readonly Quantity[];
  /** `1 tablet daily`: the frequency, if the dose field states it. */
  readonly timing: Timing;
}

/** `2 tablets`, `500/125 mg`, `1 g twice daily`. */
export function readDose(vocabulary: Vocabulary, text: string): DoseField {
  const tokens = vocabulary.cut(text);
  const quantities: Quantity[] = [];
  let timing = NO_TIMING;
  for (let at = 0; at < tokens.length; ) {
    const often = timingAt(vocabulary, tokens, at);
    const quantity = quantityAt(vocabulary, tokens, at);
    const amount =
      quantity ?? (often === undefined ? bareNumbersAt(vocabulary, tokens, at) : undefined);
    if (amount !== undefined) quantities.push(amount.value);
    else if (often !== undefined) timing = mergeTiming(timing, often.timing);
    at += amount?.length ?? often?.length ?? 1;
  }
  return { quantities, timing };
}

/** The words of a field that are no direction, and those that may be one or a drug. */
export interface OtherWords {
  readonly rest: readonly string[];
  readonly homonyms: readonly Homonym[];
}

/** Returns the words of a field for dose, route or frequency that may name a drug. */
export function wordsBeside(vocabulary: Vocabulary, names: NameIndex, text: string): OtherWords {
  const tokens = vocabulary.cut(text);
  const rest: string[] = [];
  const homonyms: Homonym[] = [];
  for (let at = 0; at < tokens.length; ) {
    const name = nameAt(vocabulary, names, tokens, at, true);
    if (name !== undefined) {
      rest.push(name.words);
      at += name.length;
      continue;
    }
    const saying = vocabulary.sayings.match(tokens, at);
    const homonym =
      saying && homonymAt({ vocabulary, names, tokens }, saying.value, at, saying.length);
    if (homonym !== undefined) homonyms.push(homonym);
    const found =
      timingAt(vocabulary, tokens, at, true) ??
      deliveryAt(vocabulary, tokens, at) ??
      quantityAt(vocabulary, tokens, at) ??
      vocabulary.routeField.match(tokens, at) ??
      vocabulary.frequencyField.match(tokens, at) ??
      saying ??
      vocabulary.numbers.match(tokens, at);
    const token = tokens[at];
    if (found === undefined && token?.kind === 'word') rest.push(token.text);
    at += found?.length ?? 1;
  }
  return { rest, homonyms };
}

/** Reads a unit on its own, as one of it. Nothing where it is unknown. */
export function readUnit(vocabulary: Vocabulary, text: string): Quantity | undefined {
  const tokens = vocabulary.cut(`1 ${text.replace(/\(s\)|[[\]{}]/g, '')}`);
  const found = quantityAt(vocabulary, tokens, 0);
  if (found === undefined) return undefined;
  let at = found.length;
  while (at < tokens.length) {
    const word = vocabulary.sayings.match(tokens, at);
    if (word === undefined) return undefined;
    at += word.length;
  }
  return found.value;
}
