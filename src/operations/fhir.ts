import { jsonSchema } from '../core/schema.js';
import {
  bundleSchema,
  formSchema,
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
import { KEY_OR_SESSION } from '../http/described-security.js';
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
) => ({
  content: { [type]: { schema: jsonSchema(schema, io) } },
});

const BODIES = {
  resource: content(FHIR_JSON, resourceSchema, 'input'),
  bundle: content(FHIR_JSON, bundleSchema, 'input'),
  patch: content('application/json-patch+json', patchSchema, 'input'),
  form: content('application/x-www-form-urlencoded', formSchema, 'input'),
} satisfies Record<SentKind, unknown>;

const ANSWERS = {
  resource: { description: 'The resource', ...content(FHIR_JSON, resourceSchema, 'output') },
  bundle: { description: 'A Bundle', ...content(FHIR_JSON, bundleSchema, 'output') },
  outcome: {
    description: 'What was found',
    ...content(FHIR_JSON, outcomeSchema, 'output'),
  },
  nothing: { description: 'Done; there is nothing to tell' },
} satisfies Record<AnswerKind, unknown>;

const FAULT = content(FHIR_JSON, outcomeSchema, 'output');
const fault = (description: string) => ({ description, ...FAULT });

const FAULTS = {
  '400': fault('The request or the resource is malformed'),
  '401': fault('The key is missing, unknown, expired or revoked'),
  '403': fault('The key may not do this'),
  '404': fault('There is no such type, path or resource'),
  '405': fault('The method is not offered here; see Allow'),
  '406': fault('Only application/fhir+json is answered'),
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

function parametersOf(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'type' ? { type: 'string', enum: SERVED_TYPES } : { type: 'string' },
  }));
}

const KEYLESS =
  'No key is needed, and each address has its own limit; a key that is sent has to be valid.';

function describe({ path, method, id, summary, scope, body, answers }: DescribedOperation) {
  const isPost = method === 'post';
  const parameters = [...parametersOf(path), ...(isPost ? [IDEMPOTENCY_KEY] : [])];
  const headers = { ...REQUEST_ID, ...RATE_HEADERS, ...(isPost && REPLAYED) };
  const good = Object.entries(answers).map(([status, kind]) => [
    status,
    { headers, ...ANSWERS[kind] },
  ]);
  return {
    operationId: id,
    summary,
    description: `http://hl7.org/fhir/R4/http.html\n\n${scope === undefined ? KEYLESS : `Scope: ${scope}.`}`,
    security: scope === undefined ? [{}, ...KEY_OR_SESSION] : KEY_OR_SESSION,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: !path.includes('/{id}/$'), ...BODIES[body] },
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
