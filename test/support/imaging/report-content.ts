import type { JsonDataSet, JsonValue } from '../../../src/media/dicom/dicom-json.js';

const first = (dataSet: JsonDataSet, tag: string): JsonValue | undefined =>
  dataSet[tag]?.Value?.[0];
const item = (dataSet: JsonDataSet, tag: string): JsonDataSet =>
  (first(dataSet, tag) ?? {}) as JsonDataSet;
const items = (dataSet: JsonDataSet, tag: string): JsonDataSet[] =>
  (dataSet[tag]?.Value ?? []) as JsonDataSet[];

/** `meaning (scheme value)` of a code sequence. */
function code(dataSet: JsonDataSet, tag: string): string {
  const one = item(dataSet, tag);
  const value = first(one, '00080100') ?? first(one, '00080119');
  if (value === undefined) return '';
  return `${first(one, '00080104')} (${first(one, '00080102')} ${value})`;
}

function itemValue(dataSet: JsonDataSet): string {
  switch (first(dataSet, '0040A040')) {
    case 'TEXT':
      return String(first(dataSet, '0040A160'));
    case 'CODE':
      return code(dataSet, '0040A168');
    case 'UIDREF':
      return String(first(dataSet, '0040A124'));
    case 'NUM': {
      const measured = item(dataSet, '0040A300');
      return `${first(measured, '0040A30A')} ${first(item(measured, '004008EA'), '00080100')}`;
    }
    case 'SCOORD':
      return `${first(dataSet, '00700023')} ${dataSet['00700022']?.Value?.join(' ')}`;
    case 'IMAGE': {
      const sop = item(dataSet, '00081199');
      return [first(sop, '00081155'), first(sop, '00081160')].filter(Boolean).join(' frame ');
    }
    default:
      return '';
  }
}

/** The content of a structured report as lines, the items within another indented. */
export function contentLines(dataSet: JsonDataSet, depth = 0): string[] {
  const name = code(dataSet, '0040A043').replace(/ \(.*\)$/, '');
  const relation = String(first(dataSet, '0040A010') ?? 'root').toLowerCase();
  const line = `${'  '.repeat(depth)}${relation}: ${[name, itemValue(dataSet)].filter(Boolean).join(' = ')}`;
  return [line, ...items(dataSet, '0040A730').flatMap((one) => contentLines(one, depth + 1))];
}
