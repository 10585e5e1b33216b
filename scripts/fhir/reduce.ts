import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expandValueSets } from './expand-value-sets.js';
import {
  readCodeSystems,
  readCompartment,
  readParameters,
  readTypes,
  readValueSets,
} from './package-files.js';
import { reduceTypes } from './reduce-elements.js';
import { reduceCompartment, reduceParameters } from './reduce-search.js';

const TARGET = fileURLToPath(new URL('../../src/fhir/definitions/r4.json', import.meta.url));

/** One entry a line, so that a change can be seen. */
function lines(value: object): string {
  const list = Array.isArray(value);
  const entries = list
    ? value.map((one) => JSON.stringify(one))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`);
  const [open, close] = list ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${close}`;
}

/** HL7's definitions, as `fetch-definitions.sh` unpacked them, → `r4.json`. */
function main(folder: string | undefined, compartments: string | undefined): void {
  if (folder === undefined || compartments === undefined) {
    throw new Error('usage: reduce.ts FOLDER FOLDER-OF-COMPARTMENTS');
  }
  const types = reduceTypes(readTypes(folder));
  const { expanded, left } = expandValueSets(types, readValueSets(folder), readCodeSystems(folder));
  const parameters = reduceParameters(readParameters(folder));
  const compartment = reduceCompartment(readCompartment(compartments));
  const parts = { types, parameters, valueSets: expanded, compartment };
  const text = Object.entries(parts).map(([name, part]) => `"${name}":${lines(part)}`);
  writeFileSync(TARGET, `{${text.join(',\n')}}\n`);
  console.log(`${Object.keys(types).length} types, ${parameters.length} search parameters`);
  console.log(`${Object.keys(expanded).length} value sets; no list of codes for`, left);
}

main(process.argv[2], process.argv[3]);
