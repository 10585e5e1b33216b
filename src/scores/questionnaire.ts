import { type ChoiceInput, choice, grade, type QuantityInput } from './input.js';

type Scale = readonly [min: number, max: number];

/** An item answered in whole points; more points never lower the total. */
export function item(title: string, scale: Scale, help: string): QuantityInput {
  return grade(title, scale, { help, monotone: 'rising' });
}

/** Items with one common scale of whole points, by key. */
export function itemsOf<const K extends string>(
  titles: Readonly<Record<K, string>>,
  scale: Scale,
  help: string,
): Record<K, QuantityInput> {
  const named = Object.entries<string>(titles).map(([key, title]) => [
    key,
    item(title, scale, help),
  ]);
  return Object.fromEntries(named) as Record<K, QuantityInput>;
}

/** An item whose answers have uneven points: points → the answer. */
export function answers<const P extends string>(
  title: string,
  options: Readonly<Record<P, string>>,
): ChoiceInput<P> {
  return choice(title, options);
}

/** Points by input where each answer's code is its points. */
export function pointsOfAnswers<K extends string>(
  values: Readonly<Record<K, string | number>>,
): Record<K, number> {
  const points = Object.entries<string | number>(values).map(([key, code]) => [key, Number(code)]);
  return Object.fromEntries(points) as Record<K, number>;
}
