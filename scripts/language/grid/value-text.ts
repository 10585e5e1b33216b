export interface Measure {
  readonly kind: 'measure';
  /** The usual name: `blood pressure`, `heart rate`, `white cell count`. */
  readonly name: string;
  /** A number; `174/127` or a range `92-94` as text; null where nothing may be read as this value. */
  readonly value: number | string | null;
  /** As stated in the text; absent where the text states none. */
  readonly unit?: string;
}

export interface Medicine {
  readonly kind: 'medicine';
  readonly name: string;
  /** Amount and unit, `500 mg`; the bare number where no unit is stated; null where the text gives none to this medicine. */
  readonly dose: string | null;
  readonly route?: string;
  readonly frequency?: string;
}

export type Expectation = Measure | Medicine;

export interface ValueText {
  readonly text: string;
  readonly expect: readonly Expectation[];
}

const MEASURE = /^(?<name>[^=]+?) = (?<value>\S+)(?: (?<unit>.+))?$/;

/**
 * Reads `text => blood pressure = 174/127 mmHg; @aspirin = 75 mg, oral, once daily`. A value `?` is
 * one that must be left empty; in a medicine `-` stands for a part that is not stated.
 */
export function valueText(line: string): ValueText {
  const [text, answer] = line.split(' => ');
  if (!text || !answer) throw new Error(`Not a text and its values: ${line}`);
  return {
    text,
    expect: answer
      .split('; ')
      .map((part) => (part.startsWith('@') ? medicineOf(part) : measureOf(part))),
  };
}

function measureOf(part: string): Measure {
  const { name, value, unit } = MEASURE.exec(part)?.groups ?? {};
  if (!name || !value) throw new Error(`Not a measure: ${part}`);
  const number = Number(value);
  const read = value === '?' ? null : Number.isNaN(number) ? value : number;
  return { kind: 'measure', name, value: read, ...(unit && { unit }) };
}

function medicineOf(part: string): Medicine {
  const [name, rest] = part.slice(1).split(' = ');
  const [dose, route, frequency] = (rest ?? '').split(', ');
  if (!name || !dose) throw new Error(`Not a medicine: ${part}`);
  return {
    kind: 'medicine',
    name,
    dose: dose === '-' ? null : dose,
    ...(route && route !== '-' && { route }),
    ...(frequency && { frequency }),
  };
}
