import type { Form } from '../calls/form.js';
import type { Operation, WorkOperation } from '../calls/operation.js';
import { jsonSchema, type Schema } from '../core/schema.js';
import { consolePaths } from './console/described-paths.js';
import { SECURITY_SCHEMES, securityFor } from './described-security.js';
import { DESCRIBED_METRICS } from './metrics-endpoint.js';
import { errorEnvelope, healthSchema, readinessSchema } from './schema.js';
import { SMART_PATHS } from './smart/described-paths.js';

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const problem = (description: string) => ({
  description,
  ...json({ $ref: '#/components/schemas/Error' }),
});

export const REQUEST_ID = { 'X-Request-Id': { schema: { type: 'string' } } };
export const RATE_HEADERS = Object.fromEntries(
  [
    ['RateLimit-Policy', 'string'],
    ['RateLimit', 'string'],
    ['X-RateLimit-Limit', 'integer'],
    ['X-RateLimit-Remaining', 'integer'],
    ['X-RateLimit-Reset', 'integer'],
  ].map(([name, type]) => [name, { schema: { type } }]),
);

/** Of every POST. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique name for this request, so that it can be sent again without being carried out ' +
    'twice: its first successful answer is kept for 24 hours and returned again. ' +
    'Another request under the same name is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};
export const REPLAYED = {
  'Idempotency-Replayed': {
    description: 'The answer of an earlier request with the same `Idempotency-Key`',
    schema: { type: 'string', const: 'true' },
  },
};

const PROBLEMS = {
  '400': problem('The input is invalid: `validation_error`, `invalid_json` …'),
  '401': problem(
    '`invalid_api_key`: the key is missing, unknown, expired or revoked; `no_session`: the session has ended',
  ),
  '403': problem(
    '`insufficient_scope`: the caller may not do this; `cross_site_request`: from another site, or without `X-CSRF-Token`',
  ),
  '405': problem('`method_not_allowed`'),
  '413': problem('`payload_too_large`'),
  '429': problem('`rate_limited`; see Retry-After'),
  '500': problem('`internal_error`'),
  '503': problem('`overloaded`, `model_unavailable`, `shutting_down`; see Retry-After'),
};

const MISMATCH = {
  '409': problem('`idempotency_mismatch`: the `Idempotency-Key` was used for another request'),
};
const COMPRESSED = {
  '415': problem('`unsupported_encoding`: the body is compressed; Content-Encoding says how'),
};
const NOT_FOUND = { '404': problem('`not_found`') };

/** Of operations that may be answered later. */
const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`respond-async`: be answered with a job (202), whose result is this answer. The key then ' +
    'needs the scope `jobs` too.',
  schema: { type: 'string' },
};

const text = { schema: { type: 'string' } };
const accepted = (schema: unknown) => ({
  description: 'Accepted; this is the job (with `Prefer: respond-async`)',
  headers: {
    ...REQUEST_ID,
    ...RATE_HEADERS,
    ...REPLAYED,
    Location: text,
    'Preference-Applied': text,
  },
  ...json(schema),
});

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event received: only later events are sent.',
  schema: { type: 'integer' },
};
const ALL_TOLD = { '204': { description: 'All events were sent; do not reconnect' } };

/** The parts of a path in braces. */
function pathParameters(path: string): Array<Record<string, unknown>> {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** The schema of a form: its files and its fields. */
function formSchema({ fields, files }: Form): unknown {
  const schema = jsonSchema(fields, 'input');
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const entries = Object.entries(files);
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const described = entries.map(([name, { description, count, max }]) => [
    name,
    count === 'several'
      ? { type: 'array', items: file, minItems: 1, ...(max && { maxItems: max }), description }
      : { ...file, description },
  ]);
  const needed = entries.flatMap(([name, { count }]) => (count === 'optional' ? [] : [name]));
  return {
    ...schema,
    properties: { ...Object.fromEntries(described), ...properties },
    required: [...needed, ...required],
  };
}

/** What a client sends: JSON, a form, or either. */
function requestContent({ request, form, example }: WorkOperation) {
  const shown = example && { example };
  return {
    content: {
      // Without its files the example of a form is no whole body.
      ...(request && {
        'application/json': { schema: jsonSchema(request, 'input'), ...(!form && shown) },
      }),
      ...(form && { 'multipart/form-data': { schema: formSchema(form), ...shown } }),
    },
  };
}

/** The query parameters. */
function queryParameters(schema: Schema | undefined): Array<Record<string, unknown>> {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: rest,
    ...(description !== undefined && { description }),
  }));
}

function parametersOf(operation: Operation): Array<Record<string, unknown>> {
  const inPath = pathParameters(operation.path);
  if ('open' in operation) return [...inPath, LAST_EVENT_ID];
  if (operation.method !== 'POST') return [...inPath, ...queryParameters(operation.query)];
  return [...inPath, IDEMPOTENCY_KEY, ...(operation.precheck ? [PREFER] : [])];
}

function problemsOf(operation: Operation): Record<string, unknown> {
  const { path, method, problems = {} } = operation;
  const own = Object.entries(problems);
  return {
    ...PROBLEMS,
    ...(method === 'POST' && { ...MISMATCH, ...COMPRESSED }),
    ...(path.includes('{') && NOT_FOUND),
    ...Object.fromEntries(own.map(([status, description]) => [status, problem(description)])),
  };
}

function describeAnswer(operation: Operation) {
  const schema = jsonSchema(operation.response, 'output');
  if ('open' in operation) {
    const content = { 'text/event-stream': { schema } };
    return { description: 'Server-Sent Events with JSON data', content };
  }
  if ('downloads' in operation && operation.downloads !== undefined) {
    const content = { [operation.downloads]: { schema } };
    return { description: 'A file; each line has this form', content };
  }
  return { description: 'The answer', ...json(schema) };
}

/** @param job the answer of an asynchronous request */
function describeOperation(operation: Operation, job: Schema | undefined): Record<string, unknown> {
  const { operationId, summary, description, scope } = operation;
  const isPost = operation.method === 'POST';
  const parameters = parametersOf(operation);
  const streams = 'open' in operation;
  const ok = {
    headers: { ...REQUEST_ID, ...RATE_HEADERS, ...(isPost && REPLAYED) },
    ...describeAnswer(operation),
  };
  return {
    operationId,
    summary,
    description: `${description}\n\nScope: \`${scope}\`.`,
    security: securityFor(scope),
    ...(isPost && { requestBody: { required: true, ...requestContent(operation) } }),
    ...(parameters.length > 0 && { parameters }),
    responses: {
      '200': ok,
      ...(isPost && operation.precheck && job && { '202': accepted(jsonSchema(job, 'output')) }),
      ...(streams && ALL_TOLD),
      ...problemsOf(operation),
    },
  };
}

function openPath(operationId: string, summary: string, schema: Parameters<typeof jsonSchema>[0]) {
  const answer = (description: string) => ({ description, ...json(jsonSchema(schema, 'output')) });
  const responses =
    operationId === 'getReadiness'
      ? { '200': answer('Ready, perhaps degraded'), '503': answer('Not ready') }
      : { '200': answer('The process is up') };
  return { servers: [{ url: '/' }], get: { operationId, summary, security: [], responses } };
}

/** Path → method → operation, of parts that describe themselves. */
export type DescribedPaths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [part: string]: unknown;
}

export interface DescribedParts {
  readonly operations: readonly Operation[];
  readonly version: string;
  readonly fhir?: { readonly paths: DescribedPaths };
  readonly dicomWeb?: { readonly paths: DescribedPaths };
  /** Present where tokens are accepted. */
  readonly smart?: unknown;
  /** Present where people sign in. */
  readonly console?: unknown;
}

/**
 * The OpenAPI 3.1 document of these operations, generated from the schemas that validate requests.
 */
export function openApiDocument({
  operations,
  version,
  fhir,
  dicomWeb,
  smart,
  console: people,
}: DescribedParts): ApiDescription {
  const paths: Record<string, Record<string, unknown>> = {};
  const job = operations.find(({ operationId }) => operationId === 'jobs.read')?.response;
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describeOperation(operation, job);
    paths[operation.path] = path;
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Wardbox',
      version,
      description:
        'Clinical AI on the hospital’s own box. Not a medical device; research and integration ' +
        'use until locally validated.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }, { url: '/api/v1' }],
    paths: {
      ...paths,
      ...fhir?.paths,
      ...(smart !== undefined && SMART_PATHS),
      ...dicomWeb?.paths,
      ...(people !== undefined && consolePaths()),
      '/healthz': openPath('getHealth', 'Is the process up?', healthSchema),
      '/metrics': DESCRIBED_METRICS,
      '/readyz': openPath('getReadiness', 'Can it take work?', readinessSchema),
    },
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: jsonSchema(errorEnvelope, 'output') },
    },
  };
  return document;
}
