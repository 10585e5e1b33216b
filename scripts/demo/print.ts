import type { ImagingResult } from '../../src/imaging/schema.js';

const COLUMNS = 96;

/** Breaks text between words; later lines are indented to the first word of the first line. */
export function wrapped(text: string, indent: string, hanging = indent): string {
  const lines = [indent];
  // A number and its percent sign stay together.
  for (const word of text.replaceAll(' %', '\u00a0%').split(/[ \n]+/)) {
    const line = lines.at(-1) ?? '';
    const fresh = line === indent || line === hanging;
    if (!fresh && line.length + 1 + word.length > COLUMNS) lines.push(hanging + word);
    else lines[lines.length - 1] = fresh ? line + word : `${line} ${word}`;
  }
  return lines.join('\n');
}

export const print = (text = '') => void process.stdout.write(`${text}\n`);
export const heading = (text: string) => print(`\n\x1b[1m${text}\x1b[0m\n`);
export const printText = (text: string) => print(wrapped(text, '  '));
export const printPoint = (text: string) => print(wrapped(text, '  · ', '    '));
/** What belongs to the point before it. */
export const printDetail = (text: string) => print(wrapped(text, '    '));

export const percent = (probability: number | undefined) =>
  probability === undefined ? '-' : `${Math.round(probability * 100)} %`;

/** Reasons that were printed before: many are those of the model, and the same for every film. */
const printedReasons = new Set<string>();

function printNotAssessed(items: ImagingResult['not_assessed']): void {
  const repeated: string[] = [];
  for (const { what, reason } of items) {
    const line = `not assessed: ${what}, ${reason}`;
    if (printedReasons.has(line)) repeated.push(what);
    else printPoint(line);
    printedReasons.add(line);
  }
  if (repeated.length > 0) printPoint(`not assessed, for the same reasons: ${repeated.join(', ')}`);
}

/** The words of an answer. */
export function printAnswer(result: ImagingResult): void {
  printText(result.impression);
  for (const { finding, location } of result.findings) {
    const { x, y, width, height } = location;
    const whole = width === result.image.width && height === result.image.height;
    const place = whole ? 'no place given' : `box at (${x}, ${y}), ${width} × ${height} pixels`;
    printPoint(`${finding}: ${place}`);
  }
  for (const { name, value, unit, quality } of result.measurements ?? []) {
    const shown = unit === '1' ? String(value) : `${value} ${unit.replace(/[{}]/g, '')}`;
    printPoint(`${name.replaceAll('_', ' ')}: ${shown}, quality ${quality}`);
  }
  printNotAssessed(result.not_assessed);
  for (const warning of result.warnings) printPoint(warning);
}
