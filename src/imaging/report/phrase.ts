/** "a, b and c" */
export function enumerate(parts: readonly string[], joint: 'and' | 'or'): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${joint} ${last}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Neither 0 nor 100 %: no reading is certain. */
export function percent(probability: number): string {
  if (probability > 0.99) return '> 99 %';
  if (probability < 0.01) return '< 1 %';
  return `${Math.round(probability * 100)} %`;
}

/** With a capital and one full stop. */
export const sentence = (text: string): string => `${capital(text.trim()).replace(/[.\s]+$/, '')}.`;

/** At most two decimals, without trailing zeros: `12`, `3.5`. */
const decimal = (value: number): string => String(Math.round(value * 100) / 100);

/** UCUM writes `1` for a number without unit and other quantities in braces: `{pixels}`. */
export function quantity(value: number, unit: string | undefined): string {
  const plain = unit === undefined || unit === '1' ? '' : unit.replace(/[{}]/g, '').trim();
  return plain === '' ? decimal(value) : `${decimal(value)} ${plain}`;
}
