import type { ImagingCreateAnswer } from '../../../api/types.js';
import { text } from '../../../text/en.js';

export type Finding = ImagingCreateAnswer['findings'][number];
export type Measurement = NonNullable<ImagingCreateAnswer['measurements']>[number];
export type Change = NonNullable<ImagingCreateAnswer['comparison']>['changes'][number];

/** A probability in whole per cent; never 0 or 100, which would say that it is certain. */
export function percentText(probability: number): string {
  if (probability < 0.01) return text.image.belowOnePercent;
  if (probability > 0.99) return text.image.aboveNinetyNinePercent;
  return text.image.percent(Math.round(probability * 100));
}

/** A threshold with the digits that it needs to differ from a probability beside it. */
export function thresholdText(threshold: number): string {
  return text.image.percent(Number((threshold * 100).toFixed(1)));
}

const UNITS: Readonly<Record<string, string>> = { '1': '', '{pixels}': text.image.pixels };

/** `0.55`, `128 mm`, `388 pixels`: a ratio has two decimals. */
export function quantityText(value: number, unit: string): string {
  const digits = unit === '1' ? 2 : 0;
  const shown = UNITS[unit] ?? unit;
  return shown === '' ? value.toFixed(digits) : `${value.toFixed(digits)} ${shown}`;
}

/** `cardiothoracic_ratio` in words; a name that is not known loses its underscores. */
export function nameText(name: string): string {
  const names: Readonly<Record<string, string>> = text.image.names;
  const plain = name.replaceAll('_', ' ');
  return names[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The whole image as a location says that no place is known. */
export function hasPlace(
  { location }: Pick<Finding, 'location'>,
  { width, height }: ImagingCreateAnswer['image'],
): boolean {
  const { x, y, width: across, height: down } = location;
  return !(x === 0 && y === 0 && across >= width && down >= height);
}

/** The boxes of a finding; its main location where it lists none, none where no place is known. */
export function boxesOf(
  finding: Finding,
  image: ImagingCreateAnswer['image'],
): Finding['locations'] {
  if (!hasPlace(finding, image)) return [];
  return finding.locations.length > 0 ? finding.locations : [finding.location];
}

/** The answer as plain text, to be pasted into a report. */
export function reportText(answer: ImagingCreateAnswer): string {
  const t = text.image;
  const { impression, recommendations, measurements = [], not_assessed, warnings, models } = answer;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`), ''];
  const measured = measurements.map(({ name, value, unit, limit }) => {
    const limited = limit === undefined ? '' : ` (${t.limit(quantityText(limit, unit))})`;
    return `${nameText(name)}: ${quantityText(value, unit)}${limited}`;
  });
  const modelNames = models.map(({ id, version }) => `${id} ${version}`).join(', ');
  return [
    impression,
    '',
    ...list(t.measurements, measured),
    ...list(t.recommendations, recommendations),
    ...list(
      t.notAssessed,
      not_assessed.map(({ what, reason }) => `${nameText(what)}: ${reason}`),
    ),
    ...list(t.warnings, warnings),
    t.reportSource(modelNames, answer.analysis_id, answer.created_at),
  ].join('\n');
}
