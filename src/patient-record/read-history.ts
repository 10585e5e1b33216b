import { type NameAsserter, NOT_READABLE } from './asserted-names.js';
import type { Reading } from './chart/record/reading.js';
import { type HistoryItem, readHistoryLine } from './history-line.js';

const NO_INPUT = 'no score has an input for it';

/**
 * Adds the items of one line to the chart; a name with contradictory statements is not assessed.
 */
function takeLine(items: readonly HistoryItem[], from: string, reading: Reading): void {
  const holds = (name: string) =>
    new Set(items.flatMap((one) => (one.name === name ? (one.holds ?? []) : [])));
  const taken = new Set<string>();
  for (const { name, holds: value, reason } of items) {
    if (taken.has(name)) continue;
    const values = holds(name);
    if (values.size > 1) {
      reading.notAssessed.push({ what: from, reason: `makes contradictory statements on ${name}` });
    } else if (value !== undefined) {
      reading.facts.push([name, { value, given: { value }, from }]);
    } else if (values.size === 0 && reason !== undefined) {
      reading.notAssessed.push({ what: from, reason: `${name}: ${reason}` });
    } else continue;
    taken.add(name);
  }
}

/**
 * Reads the lines of a history into the chart with the clinical language reader. Names without a
 * statement about the patient today are listed with the reason.
 *
 * @param path of the list in the request
 */
export function readHistory(
  lines: readonly string[],
  path: string,
  language: NameAsserter | undefined,
  reading: Reading,
): void {
  for (const [at, line] of lines.entries()) {
    const from = `${path}.${at}`;
    const items = readHistoryLine(line, language);
    if (items === undefined) reading.notAssessed.push({ what: from, reason: NOT_READABLE });
    else if (items.length === 0) reading.notAssessed.push({ what: from, reason: NO_INPUT });
    else takeLine(items, from, reading);
  }
}
