/** Figures of models differ in their last digits from processor to processor. */
const TOLERANCE = 0.002;
const FRACTION = /-?\d+\.\d{3,}/g;

/** Whether two answers differ in nothing but the last digits of numbers with three decimals or more. */
export function isSameAnswer(one: string, other: string): boolean {
  if (one.replace(FRACTION, '#') !== other.replace(FRACTION, '#')) return false;
  const numbers = other.match(FRACTION) ?? [];
  return (one.match(FRACTION) ?? []).every(
    (number, at) => Math.abs(Number(number) - Number(numbers[at])) <= TOLERANCE,
  );
}
