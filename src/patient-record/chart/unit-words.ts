/** UCUM codes as people write them. */
const WORDS: Readonly<Record<string, string>> = {
  '1': '',
  a: 'years',
  mo: 'months',
  wk: 'weeks',
  d: 'days',
  Cel: '°C',
  'mm[Hg]': 'mmHg',
  'cm[H2O]': 'cmH₂O',
  '10*3/uL': '10³/µL',
  '10*9/L': '10⁹/L',
  '[pH]': '',
  'mL/min/{1.73_m2}': 'mL/min/1.73 m²',
  'kg/m2': 'kg/m²',
  m2: 'm²',
  'u[iU]/mL': 'µIU/mL',
  'm[iU]/L': 'mIU/L',
};

/**
 * Returns a unit for display, preceded by a space; empty for plain numbers and points.
 *
 * @param unit UCUM
 */
export function unitWords(unit: string): string {
  const words = WORDS[unit] ?? (unit.startsWith('{') ? '' : unit.replace(/^u(?=[a-z])/i, 'µ'));
  return words === '' ? '' : ` ${words}`;
}
