import { jsonSchema } from '../core/schema.js';
import {
  bundleSchema,
  formSchema,
  importManifestSchema,
  manifestSchema,
  outcomeSchema,
  patchSchema,
  resourceSchema,
} from '../fhir/schema.js';
import { SERVED_TYPES } from '../fhir/served-types.js';
import {
  type AnswerKind,
  DESCRIBED_OPERATIONS,
  type DescribedOperation,
  type SentKind,
} from '../fhir/statement/described-operations.js';
import { KEY_TOKEN_OR_SESSION } from '../http/described-security.js';
import {
  type DescribedPaths,
  IDEMPOTENCY_KEY,
  RATE_HEADERS,
  REPLAYED,
  REQUEST_ID,
} from '../http/openapi.js';

const FHIR_JSON = 'application/fhir+json';
const content = (
  type: string,
  schema: Parameters<typeof jsonSchema>[0],
  io: 'input' | 'output',
  example?: unknown,
) => ({
  content: {
    [type]: { schema: jsonSchema(schema, io), ...(example !== undefined && { example }) },
  },
});

/** The patient of all examples: with them one can be written, found, changed and deleted. */
const EXAMPLE_ID = 'anna';
const EXAMPLE_IDENTIFIER = { system: 'urn:oid:2.999.1', value: 'EXAMPLE-1' };
const EXAMPLE_PATIENT = {
  resourceType: 'Patient',
  name: [{ family: 'Invented', given: ['Anna'] }],
  gender: 'female',
  birthDate: '1959-04-12',
};

function resourceExample({ path, byCriteria }: DescribedOperation): unknown {
  const { resourceType, ...patient } = EXAMPLE_PATIENT;
  if (path.includes('{id}')) return { resourceType, id: EXAMPLE_ID, ...patient };
  return byCriteria
    ? { resourceType, identifier: [EXAMPLE_IDENTIFIER], ...patient }
    : EXAMPLE_PATIENT;
}

const BUNDLE_EXAMPLE = {
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [{ resource: EXAMPLE_PATIENT, request: { method: 'POST', url: 'Patient' } }],
};
const MERGE_EXAMPLE = {
  resourceType: 'Parameters',
  parameter: [
    { name: 'source-patient', valueReference: { reference: 'Patient/anna-again' } },
    { name: 'target-patient', valueReference: { reference: `Patient/${EXAMPLE_ID}` } },
    { name: 'preview', valueBoolean: true },
  ],
};
const exportExample = (path: string) => ({
  resourceType: 'Parameters',
  parameter: [
    { name: '_type', valueString: 'Patient' },
    ...(path.endsWith('Patient/$export')
      ? [{ name: 'patient', valueReference: { reference: 'Patient/anna-again' } }]
      : []),
  ],
});
const PATCH_EXAMPLE = [{ op: 'replace', path: '/birthDate', value: '1959-04-13' }];

/** Of a Binary: its content, in any type. */
const ANY_CONTENT = { '*/*': { schema: { type: 'string', format: 'binary' } } };

const BODIES: Record<SentKind, (operation: DescribedOperation) => { readonly content: object }> = {
  resource: (operation) => content(FHIR_JSON, resourceSchema, 'input', resourceExample(operation)),
  content: (operation) => ({
    content: { ...BODIES.resource(operation).content, ...ANY_CONTENT },
  }),
  parameters: ({ begins, path }) =>
    content(FHIR_JSON, resourceSchema, 'input', begins ? exportExample(path) : MERGE_EXAMPLE),
  bundle: () => content(FHIR_JSON, bundleSchema, 'input', BUNDLE_EXAMPLE),
  lines: () => ({
    content: {
      'application/fhir+ndjson': {
        schema: { type: 'string' },
        example: `${JSON.stringify({ ...EXAMPLE_PATIENT, id: EXAMPLE_ID })}\n`,
      },
    },
  }),
  patch: () => content('application/json-patch+json', patchSchema, 'input', PATCH_EXAMPLE),
  form: () =>
    content('application/x-www-form-urlencoded', formSchema, 'input', { family: 'Invented' }),
};

const ANSWERS = {
  resource: { description: 'The resource', ...content(FHIR_JSON, resourceSchema, 'output') },
  content: {
    description: 'The resource; of a Binary its content, unless the resource is asked for',
    content: { ...content(FHIR_JSON, resourceSchema, 'output').content, ...ANY_CONTENT },
  },
  bundle: { description: 'A Bundle', ...content(FHIR_JSON, bundleSchema, 'output') },
  outcome: {
    description: 'What was found',
    ...content(FHIR_JSON, outcomeSchema, 'output'),
  },
  nothing: { description: 'Done; there is nothing to tell' },
  begun: { description: 'In progress; Content-Location or this path says how far it is' },
  manifest: {
    description: 'The files of a complete export',
    ...content('application/json', manifestSchema, 'output'),
  },
  import: {
    description: 'What became of a complete import',
    ...content('application/json', importManifestSchema, 'output'),
  },
  lines: {
    description: 'One resource a line',
    content: { 'application/fhir+ndjson': { schema: { type: 'string' } } },
  },
} satisfies Record<AnswerKind, unknown>;

const FAULT = content(FHIR_JSON, outcomeSchema, 'output');
const fault = (description: string) => ({ description, ...FAULT });

const BULK_DATA = 'https://hl7.org/fhir/uv/bulkdata/STU2/export.html';

const FAULTS = {
  '400': fault('The request or the resource is malformed'),
  '401': fault('The key or token is missing, unknown, expired or revoked'),
  '403': fault('The key or token may not do this'),
  '404': fault('There is no such type, path or resource'),
  '405': fault('The method is not offered here; see Allow'),
  '406': fault('Only application/fhir+json is answered; of a Binary its own type too'),
  '409': fault('Two changes contradict each other, or an Idempotency-Key was used for another'),
  '410': fault('The resource was deleted'),
  '412': fault('A precondition does not hold, or the criteria match several resources'),
  '413': fault('The body is too large'),
  '415': fault('The Content-Type is not taken, or the body is compressed'),
  '422': fault('The resource breaks a rule: a required code, an invariant'),
  '429': fault('Too many requests; see Retry-After'),
  '500': fault('A fault inside the appliance'),
  '503': fault('Busy, starting or stopping; see Retry-After'),
};

const PATH_EXAMPLES: Readonly<Record<string, string>> = {
  type: 'Patient',
  id: EXAMPLE_ID,
  version: '1',
  file: 'Patient-1.ndjson',
};

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'type' ? { type: 'string', enum: SERVED_TYPES } : { type: 'string' },
    // Neither an export nor an import is known by a name from an example.
    ...(!(/\$(?:ex|im)port-/.test(path) && name === 'id') && { example: PATH_EXAMPLES[name] }),
  }));
}

/** Of operations on the resource that matches search parameters. */
const CRITERIA = {
  name: 'criteria',
  in: 'query',
  required: true,
  description: 'The search parameters of the type, by their names',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  example: { identifier: `${EXAMPLE_IDENTIFIER.system}|${EXAMPLE_IDENTIFIER.value}` },
};

const text = (name: string, description: string, example: string) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string' },
  example,
});

const LATER = {
  name: 'Prefer',
  in: 'header',
  required: true,
  description: 'Exports and imports are always answered later',
  schema: { type: 'string', enum: ['respond-async'] },
  example: 'respond-async',
};

/** Of the kick-off of an export. */
const OF_EXPORT = [
  LATER,
  text('_outputFormat', 'Only application/fhir+ndjson', 'application/fhir+ndjson'),
  text('_since', 'Only what was changed after this instant', '2026-01-31T08:00:00Z'),
  text('_type', 'Types, separated by commas', 'Patient'),
  text('_typeFilter', 'A type and search parameters, can be repeated', 'Patient?gender=female'),
  text('_elements', 'Elements, with or without their type', 'id,Patient.name'),
  text(
    'includeAssociatedData',
    'The Provenances of all that is exported',
    'RelevantProvenanceResources',
  ),
];

const KEYLESS =
  'No key is needed, and each address has its own limit; a key that is sent has to be valid.';

function describe(operation: DescribedOperation) {
  const { path, method, id, summary, scope, body, byCriteria, begins, answers } = operation;
  const isPost = method === 'post';
  const parameters = [
    ...pathParameters(path),
    ...(byCriteria ? [CRITERIA] : []),
    ...(begins === 'export' ? (isPost ? [LATER] : OF_EXPORT) : []),
    ...(begins === 'import' ? [LATER] : []),
    ...(isPost ? [IDEMPOTENCY_KEY] : []),
  ];
  const headers = { ...REQUEST_ID, ...RATE_HEADERS, ...(isPost && REPLAYED) };
  const good = Object.entries(answers).map(([status, kind]) => [
    status,
    { headers, ...ANSWERS[kind] },
  ]);
  return {
    operationId: id,
    summary,
    description: `${path.includes('$export') ? BULK_DATA : 'http://hl7.org/fhir/R4/http.html'}\n\n${scope === undefined ? KEYLESS : `Scope: ${scope}.`}`,
    security: scope === undefined ? [{}, ...KEY_TOKEN_OR_SESSION] : KEY_TOKEN_OR_SESSION,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: !path.includes('/{id}/$'), ...BODIES[body](operation) },
    }),
    responses: { ...Object.fromEntries(good), ...FAULTS },
  };
}

/** The FHIR part of the OpenAPI document. */
export function fhirPaths(): DescribedPaths {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const row of DESCRIBED_OPERATIONS) {
    paths[row.path] = { ...paths[row.path], [row.method]: describe(row) };
  }
  return paths;
}
