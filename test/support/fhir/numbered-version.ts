import type { NewVersion } from '../../../src/store/fhir/store.js';

/** A version that is found by its own number, in all kinds of rows. */
export function numberedVersion(id: string, version: number): NewVersion {
  const code = `${id}/${version}`;
  return {
    type: 'Patient',
    id,
    method: 'PUT',
    rows: {
      tokens: [{ parameter: 'Patient?t', system: `system ${version}`, code }],
      strings: [{ parameter: 'Patient?s', folded: code, value: code }],
      references: [{ parameter: 'Patient?r', type: 'Patient', target: code }],
      dates: [{ parameter: 'Patient?d', low: version, high: version }],
      numbers: [{ parameter: 'Patient?n', unit: '', low: version, high: version }],
    },
    text: [`${code} is `, ' @', ''],
  };
}
