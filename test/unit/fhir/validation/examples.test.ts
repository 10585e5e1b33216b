import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/fhir');
const isHere = existsSync(FOLDER);
const validator = createValidator(openDefinitions());

interface Bundle {
  readonly entry: readonly { readonly resource: { readonly resourceType: string } }[];
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(FOLDER, folder)).map((name) => join(FOLDER, folder, name));

const errorsOf = (resource: unknown) =>
  validator.validate(resource, {}).filter(({ severity }) => severity === 'error');

describe.skipIf(!isHere)('published resources (needs shared/data/fhir)', () => {
  it('the examples of US Core have no errors, and one lacks the text of its narrative', () => {
    const resources = filesIn('us-core-examples').map((file): unknown =>
      JSON.parse(readFileSync(file, 'utf8')),
    );
    expect(resources.length).toBeGreaterThan(200);
    expect(resources.flatMap(errorsOf)).toEqual([]);
    const lenient = resources
      .flatMap((resource) => validator.validate(resource, {}))
      .filter(({ code }) => code === 'required');
    expect(lenient).toHaveLength(1);
  });

  it('the resources of Synthea have no errors, each alone and in its transaction', () => {
    for (const file of filesIn('synthea').slice(0, 8)) {
      const bundle: Bundle = JSON.parse(gunzipSync(readFileSync(file)).toString());
      expect(bundle.entry.flatMap(({ resource }) => errorsOf(resource))).toEqual([]);
      expect(errorsOf(bundle)).toEqual([]);
    }
  });
});
