import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';
import type { FiledResource, FileFacts } from '../../../../src/operations/filing/coding.js';
import { fromAnalysis } from '../../../../src/operations/filing/from-analysis.js';
import { fromImaging } from '../../../../src/operations/filing/from-imaging.js';
import { fromRisk } from '../../../../src/operations/filing/from-risk.js';
import { fromTranscript } from '../../../../src/operations/filing/from-transcript.js';
import { provenanceOf, requestSource } from '../../../../src/operations/filing/provenance.js';
import {
  madeAnalysis,
  madeReading,
  madeRisk,
  madeTranscript,
} from '../../../support/fhir/made-results.js';
import { rounds } from '../../../support/rounds.js';

const validator = createValidator(openDefinitions());

function facts(observations: readonly string[] = []): FileFacts {
  let count = 0;
  return {
    subject: 'Patient/p-1',
    observations,
    version: '0.1.0',
    newId: () => {
      count += 1;
      return `made-${count}`;
    },
  };
}

interface Made {
  readonly created_at: string;
  readonly models?: readonly { id: string; version: string; backend: string }[];
}

/** The resources of a result with their Provenance, as they would be stored. */
function filedOf<R extends Made>(
  result: R,
  make: (result: R, file: FileFacts) => FiledResource[],
): FiledResource[] {
  const file = facts(['Observation/o-1', 'Observation/o-2']);
  const made = make(result, file);
  const origin = {
    action: 'test.create',
    resultId: 'an_1',
    at: result.created_at,
    version: '1.2.3',
    models: result.models ?? [],
    source: requestSource('ab'.repeat(32)),
    read: ['Patient/p-1', ...file.observations],
  };
  const all = made.length === 0 ? [] : [...made, provenanceOf(made, origin, file)];
  return all.map((one) => JSON.parse(JSON.stringify(one)));
}

function errorsOf(resources: readonly FiledResource[]): string[] {
  return resources.flatMap((one) =>
    validator
      .validate(one, { type: one.resourceType })
      .filter(({ severity }) => severity === 'error')
      .map(({ diagnostics, expression }) => `${expression}: ${diagnostics}`),
  );
}

/** Every local reference of what was made, with where it leads. */
function dangling(resources: readonly FiledResource[]): string[] {
  const known = new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`));
  const references = JSON.stringify(resources).match(/"reference":"([A-Z][^"]+)"/g) ?? [];
  return references
    .map((one) => one.slice('"reference":"'.length, -1).replace(/\/_history\/1$/, ''))
    .filter((name) => !known.has(name) && !/^(Patient\/p-1|Observation\/o-[12])$/.test(name));
}

const MAKERS = [
  ['analyses', madeAnalysis, (r: never) => filedOf(r, fromAnalysis)],
  ['readings of images', madeReading, (r: never) => filedOf(r, fromImaging)],
  ['transcripts', madeTranscript, (r: never) => filedOf(r, fromTranscript)],
  ['scores and predictions', madeRisk, (r: never) => filedOf(r, fromRisk)],
] as const;

describe.each(MAKERS)('resources of %s', (_, arbitrary, make) => {
  it('are valid, whatever the result holds', () => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<never>, (result) => {
        expect(errorsOf(make(result))).toEqual([]);
      }),
      { numRuns: rounds({ short: 30, long: 750 }) },
    );
  });

  it('refer to the patient and to one another alone, and say that software asserted them', () => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<never>, (result) => {
        const made = make(result);
        expect(dangling(made)).toEqual([]);
        const clinical = made.filter(({ resourceType }) => resourceType !== 'Provenance');
        for (const one of clinical) {
          expect(one).toMatchObject({
            subject: { reference: 'Patient/p-1' },
            meta: { security: [{ code: 'AIAST' }] },
            text: { status: 'generated' },
          });
        }
        const provenance = made.find(({ resourceType }) => resourceType === 'Provenance');
        const targets = clinical.map(({ resourceType, id }) => ({
          reference: `${resourceType}/${id}/_history/1`,
        }));
        expect(provenance?.target).toEqual(clinical.length === 0 ? undefined : targets);
      }),
      { numRuns: 50 },
    );
  });
});

const conditionsOf = (resources: readonly FiledResource[]) =>
  resources.filter(({ resourceType }) => resourceType === 'Condition') as unknown as {
    code: { text: string };
    verificationStatus: { coding: { code: string }[] };
  }[];
const statusOf = ({ verificationStatus }: ReturnType<typeof conditionsOf>[number]) =>
  verificationStatus.coding[0]?.code;

describe('what is uncertain', () => {
  it('is neither refuted nor confirmed by an analysis', () => {
    const finding = fc.record(
      {
        text: fc.constant('x'),
        concept: fc.constantFrom('Fever', 'Cough'),
        assertion: fc.constantFrom(
          'present' as const,
          'absent' as const,
          'possible' as const,
          'historical' as const,
          'family' as const,
          'hypothetical' as const,
        ),
        of_relatives: fc.constant(true as const),
        field: fc.constant('patient_data.symptoms.0'),
      },
      { requiredKeys: ['text', 'concept', 'assertion', 'field'] },
    );
    const anyFindings = fc.array(finding, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(madeAnalysis, anyFindings, (result, findings) => {
        const explanation = { ...result.explanation, findings };
        const conditions = conditionsOf(filedOf({ ...result, explanation }, fromAnalysis));
        expect(conditions.map(statusOf)).not.toContain('confirmed');
        for (const name of ['Fever', 'Cough']) {
          const said = findings
            .filter(({ concept, assertion }) => concept === name && assertion !== 'family')
            .filter(({ of_relatives: ofRelatives }) => !ofRelatives)
            .map(({ assertion }) => assertion);
          const isDenied = said.length > 0 && said.every((one) => one === 'absent');
          const refuted = conditions.filter((one) => statusOf(one) === 'refuted');
          expect(refuted.some(({ code }) => code.text === name)).toBe(isDenied);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is not filed as absent or final by a reading of an image, and gives no Condition', () => {
    fc.assert(
      fc.property(madeReading, (result) => {
        const made = filedOf(result, fromImaging);
        expect(conditionsOf(made)).toEqual([]);
        for (const one of made.filter(({ resourceType }) => resourceType !== 'Provenance')) {
          expect(one.status).toBe('preliminary');
        }
        expect(JSON.stringify(made)).not.toMatch(/"(NEG|ND|LA9634-2)"/);
      }),
      { numRuns: 50 },
    );
  });
});
