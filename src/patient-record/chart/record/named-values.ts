import { readValue, type SentValue } from '../read-value.js';
import { findVariable } from '../variables/catalogue.js';
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
