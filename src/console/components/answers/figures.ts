// Numbers and units of answers, in words that a person reads.

/** UCUM codes whose usual spelling is another one. */
const SPELLINGS: Readonly<Record<string, string>> = {
  Cel: '°C',
  '[degF]': '°F',
  a: 'years',
  mo: 'months',
  wk: 'weeks',
  d: 'days',
  h: 'hours',
  '[lb_av]': 'lb',
  '[in_i]': 'in',
  '[ft_i]': 'ft',
  '[pH]': '',
  '1': '',
  '10*3/uL': '×10³/µL',
  '10*6/uL': '×10⁶/µL',
  '10*9/L': '×10⁹/L',
  '10*12/L': '×10¹²/L',
};

/**
 * A UCUM unit as it is written on a ward: `mm[Hg]` → `mmHg`, `{score}` → nothing. Unknown codes stay
 * as they are.
 */
export function formatUnit(ucum: string | undefined): string {
  if (ucum === undefined) return '';
  const spelling = Object.hasOwn(SPELLINGS, ucum) ? SPELLINGS[ucum] : undefined;
  if (spelling !== undefined) return spelling;
  return ucum
    .replace('{1.73_m2}', '1.73 m²')
    .replace(/\{(?:score|date|level|stage|elements|count)\}/g, '')
    .replace(/[{}]/g, ' ')
    .replace(/\[Hg\]/g, 'Hg')
    .replace(/\[H2O\]/g, 'H₂O')
    .replace(/\[iU\]/g, 'IU')
    .replace(/\[HPF\]/g, 'high-power field')
    .replace(/\bm2\b/g, 'm²')
    .replace(/(^|\/)u(?=[gLm]|IU)/g, '$1µ')
    .trim();
}

/** A number as the appliance gave it, without the dust of binary fractions. */
export const formatNumber = (value: number): string => String(Number(value.toPrecision(6)));

/** A value with its unit; numbers only ever stand with one. */
export function formatQuantity(value: number | string | boolean, unit?: string): string {
  const shown = typeof value === 'number' ? formatNumber(value) : String(value);
  const spelled = formatUnit(unit);
  return spelled === '' ? shown : `${shown} ${spelled}`;
}

/**
 * A probability in per cent, as finely as it is worth: `0.4 %`, `22 %`. Neither certainty nor
 * impossibility is ever shown.
 */
export function formatProbability(probability: number): string {
  const percent = probability * 100;
  if (percent < 0.1) return '< 0.1 %';
  if (percent > 99.5) return '> 99 %';
  return percent < 9.95 ? `${percent.toFixed(1)} %` : `${Math.round(percent)} %`;
}
