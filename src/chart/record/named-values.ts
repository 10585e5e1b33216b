import { readValue, type SentValue } from '../read-value.js';
import { findVariable } from '../variables/catalogue.js';
import { conditionsIn } from './history.js';
import type { Reading } from './reading.js';

/** Reads `{heart_rate: 88, …}`: names are understood by synonym and without case. */
export function readNamedValues(
  values: Readonly<Record<string, SentValue | undefined>>,
  path: string,
  units: Readonly<Record<string, string>>,
  reading: Reading,
): void {
  for (const [name, sent] of Object.entries(values)) {
    if (sent === undefined) continue;
    const field = `${path}.${name}`;
    const variable = findVariable(name);
    if (variable === undefined) {
      reading.notAssessed.push({ what: field, reason: 'no rule knows this name' });
      continue;
    }
    const unit = Object.hasOwn(units, name) ? units[name] : undefined;
    const whole = typeof sent === 'number' && unit !== undefined ? { value: sent, unit } : sent;
    const read = readValue(variable, whole);
    if (!read.ok) {
      reading.issues.push({ field, issue: read.issue });
      continue;
    }
    const { value, given } = read;
    reading.facts.push([variable.name, { value, given, from: field }]);
  }
}

/**
 * Reads lines of free text that each name conditions. A line that says of one condition that it is
 * there and that it is not (`30 pack years, does not smoke now`) says nothing of it.
 */
export function readHistory(lines: readonly string[], path: string, reading: Reading): void {
  for (const [at, line] of lines.entries()) {
    const from = `${path}.${at}`;
    const items = conditionsIn(line);
    const both = (name: string) =>
      [true, false].every((said) => items.some((one) => one.name === name && one.present === said));
    if (items.length === 0) {
      reading.notAssessed.push({ what: from, reason: 'no score has an input for it' });
    }
    for (const { name, present } of items) {
      const given = { value: present };
      if (both(name))
        reading.notAssessed.push({ what: from, reason: `says two things of ${name}` });
      else reading.facts.push([name, { value: present, given, from }]);
    }
  }
}
