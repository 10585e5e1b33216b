import { text } from '../../text/en.js';
import type { ScoreAnswer, ScoreDeclaration } from './answer-types.js';
import { formatNumber, formatQuantity } from './figures.js';

type Value = number | string | boolean;

/** The title of an input that an answer names by its id. */
export const titleOf = ({ components }: ScoreAnswer, name: string): string =>
  components.find((component) => component.name === name)?.title ?? name.replaceAll('_', ' ');

/** A sentence of the API with the titles of the inputs that it names: `spo2_scale` → `SpO₂ scale`. */
export const withTitles = (sentence: string, declaration: ScoreDeclaration | undefined): string =>
  (declaration?.inputs ?? [])
    .filter(({ name }) => name.includes('_'))
    .reduce(
      (text, { name, title }) => text.replace(new RegExp(`\\b${name}\\b`, 'g'), title),
      sentence,
    );

/** Digits of a value that was converted from another unit. */
const CONVERTED_DIGITS = 4;

/** A value as far as it is worth showing: conversions give more digits than were measured. */
export const roundedValue = <V extends Value | null>(value: V): V | number =>
  typeof value === 'number' ? Number(value.toPrecision(CONVERTED_DIGITS)) : value;

/** The value of an input as a person gave it: the words of a choice, yes or no, a number with unit. */
export function formatInput(
  declaration: ScoreDeclaration | undefined,
  name: string,
  value: Value | null,
  unit?: string,
): string {
  if (value === null) return text.answers.missing;
  if (typeof value === 'boolean') return value ? text.answers.yes : text.answers.no;
  const input = declaration?.inputs.find((candidate) => candidate.name === name);
  const options = input?.options ?? {};
  const words = Object.hasOwn(options, String(value)) ? options[String(value)] : undefined;
  return words ?? formatQuantity(value, unit);
}

/** Plain scores count points; a score with a unit has its own. */
function scored(value: number | string, unit: string): string {
  if (unit !== '{score}' || typeof value === 'string') return formatQuantity(value, unit);
  return text.answers.pointCount(formatNumber(value));
}

/** `7 points`, `62 mL/min/1.73 m²`, `between 3 and 17`. */
export function valueText({ value, unit, bounds }: ScoreAnswer): string {
  if (value !== null) return scored(value, unit);
  if (bounds === null) return text.common.unknown;
  return text.answers.between(formatNumber(bounds.min), scored(bounds.max, unit));
}

/** One change that would give another category. */
export function changeText(
  answer: ScoreAnswer,
  { input, from, to, unit, value, category }: ScoreAnswer['would_change'][number],
  declaration?: ScoreDeclaration,
): string {
  const shown = (one: Value) => formatInput(declaration, input, roundedValue(one), unit);
  const change = text.answers.change(titleOf(answer, input), shown(from), shown(to));
  return `${change} ${text.answers.changeGives(scored(value, answer.unit), category)}`;
}
