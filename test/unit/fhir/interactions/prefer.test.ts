import { expect, it } from 'vitest';
import { preferences } from '../../../../src/fhir/interactions/prefer.js';

it.each<[string | undefined, object]>([
  [undefined, { return: 'representation', strict: false }],
  ['return=minimal', { return: 'minimal', strict: false }],
  ['Return = "OperationOutcome"; handling=strict', { return: 'OperationOutcome', strict: true }],
  ['handling=lenient, return=representation', { return: 'representation', strict: false }],
  ['respond-async, return=something', { return: 'representation', strict: false }],
  ['return', { return: 'representation', strict: false }],
])('Prefer: %s', (header, read) => {
  expect(preferences(header)).toEqual(read);
});
