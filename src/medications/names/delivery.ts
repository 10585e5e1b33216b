import type { Manner } from '../taken-ingredient.js';
import { countAt } from './quantities.js';
import { isMark, type Token } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

/** How a dose is given, as far as a line states it. */
export interface Delivery {
  readonly manner?: Manner;
  /** The stated duration of one dose. */
  readonly minutes?: number;
  readonly undiluted?: true;
}

export interface DeliveryAt {
  readonly value: Delivery;
  readonly length: number;
}

const LASTING = /^(?:over|during|within|in|uber|sur|durante|por|pendant)$/;
const MINUTES: ReadonlyArray<readonly [pattern: RegExp, minutes: number]> = [
  [/^(?:s|sec|secs|seconds?|sek|sekunden)$/, 1 / 60],
  [/^(?:min|mins|minutes?|minuten|minutos|minuti)$/, 1],
  [/^(?:h|hr|hrs|hours?|hourly|std|stunden?|heures?|horas?|ora|ore|uur|timer?)$/, 60],
];

/** `30 min`, `5-10 minutes`, `1 h`: the shortest of a range, since it permits that. */
function minutesAt(vocabulary: Vocabulary, tokens: readonly Token[], start: number) {
  const first = countAt(vocabulary, tokens, start);
  const article = /^(?:an|one)$/.test(tokens[start]?.text ?? '') ? 1 : undefined;
  const value = first?.value ?? article;
  if (value === undefined) return undefined;
  let at = start + (first?.length ?? 1);
  const joins = isMark(tokens[at], '-') || /^(?:to|bis|or)$/.test(tokens[at]?.text ?? '');
  const second = joins ? countAt(vocabulary, tokens, at + 1) : undefined;
  if (second !== undefined) at += 1 + second.length;
  else if (isMark(tokens[at], '-')) at += 1;
  const unit = MINUTES.find(([pattern]) => pattern.test(tokens[at]?.text ?? ''));
  if (unit === undefined) return undefined;
  return { minutes: Math.min(value, second?.value ?? value) * unit[1], length: at + 1 - start };
}

/** `over 30 min`, `in 2 hours`, `as a 1-hour infusion`. */
function durationOfDoseAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
): DeliveryAt | undefined {
  const lead = LASTING.test(tokens[at]?.text ?? '') ? 1 : 0;
  const filler = lead === 1 && /^(?:at|about|the)$/.test(tokens[at + 1]?.text ?? '') ? 1 : 0;
  const found = minutesAt(vocabulary, tokens, at + lead + filler);
  if (found === undefined) return undefined;
  const length = lead + filler + found.length;
  if (lead === 1) return { value: { minutes: found.minutes }, length };
  const manner = vocabulary.manners.match(tokens, at + length);
  if (manner?.value.manner !== 'infusion') return undefined;
  return {
    value: { minutes: found.minutes, manner: 'infusion' },
    length: length + manner.length,
  };
}

/** Reads `over 30 min`, `push`, `undiluted`: words on the manner of administration. */
export function deliveryAt(
  vocabulary: Vocabulary,
  tokens: readonly Token[],
  at: number,
): DeliveryAt | undefined {
  const lasting = durationOfDoseAt(vocabulary, tokens, at);
  if (lasting !== undefined) return lasting;
  const words = vocabulary.manners.match(tokens, at);
  const route = vocabulary.sayings.match(tokens, at);
  // `iv bolus` is a route with its manner, which is read as a route.
  if (words === undefined || (route?.value.says === 'route' && route.length >= words.length)) {
    return undefined;
  }
  return { value: words.value, length: words.length };
}

/** The fastest of the stated manners, and the first of the other statements. */
export function mergeDelivery(a: Delivery, b: Delivery): Delivery {
  const manners = [a.manner, b.manner];
  const manner = (['bolus', 'slow', 'infusion'] as const).find((one) => manners.includes(one));
  const minutes = a.minutes ?? b.minutes;
  const undiluted = a.undiluted ?? b.undiluted;
  return {
    ...(manner !== undefined && { manner }),
    ...(minutes !== undefined && { minutes }),
    ...(undiluted && { undiluted }),
  };
}

/** Reads every statement on the manner of administration in a field of its own. */
export function readDelivery(vocabulary: Vocabulary, text: string): Delivery {
  const tokens = vocabulary.cut(text);
  let delivery: Delivery = {};
  for (let at = 0; at < tokens.length; ) {
    const found = deliveryAt(vocabulary, tokens, at);
    const route = vocabulary.routeField.match(tokens, at);
    if (found !== undefined) delivery = mergeDelivery(delivery, found.value);
    else if (route?.value.manner !== undefined) {
      delivery = mergeDelivery(delivery, { manner: route.value.manner });
    }
    at += found?.length ?? route?.length ?? 1;
  }
  return delivery;
}
