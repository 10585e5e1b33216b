import { securityFor } from '../../../http/described-security.js';
import {
  type DescribedPaths,
  IDEMPOTENCY_KEY,
  RATE_HEADERS,
  REPLAYED,
  REQUEST_ID,
} from '../../../http/openapi.js';
import { DICOM_WEB_ROUTES, type DicomWebRoute, type RouteKind } from './routes.js';
import { isWithin, SEARCH_ATTRIBUTES } from './search-attributes.js';
import { MAX_RESULTS } from './search-query.js';

const UID = { type: 'string', maxLength: 64, pattern: '^[0-9.]+$' };
const DATA_SETS = {
  type: 'array',
  items: { type: 'object', description: 'A data set in the DICOM JSON Model (PS3.18 annex F)' },
};
const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };
const DICOM_JSON = { 'application/dicom+json': { schema: DATA_SETS } };
const OBJECT_FILES = {
  'multipart/related': { schema: BYTES },
  'application/dicom': { schema: BYTES },
};
const OBJECTS = { 'multipart/related': { schema: BYTES } };
const FRAMES = {
  'multipart/related': { schema: BYTES },
  'application/octet-stream': { schema: BYTES },
};
const PROBLEM = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};
const problem = (description: string) => ({ description, ...PROBLEM });

const PROBLEMS = {
  '400': problem('A UID or a query parameter is malformed'),
  '401': problem('The key is missing, unknown, expired or revoked'),
  '403': problem('The key may not do this'),
  '404': problem('Nothing like it is held in the world of the key'),
  '405': problem('The method is not offered here; see Allow'),
  '406': problem('Nothing that is accepted can be answered'),
  '429': problem('Too many requests; see Retry-After'),
  '500': problem('A fault inside the appliance'),
  '503': problem('Busy, starting or stopping; see Retry-After'),
};

const HEADERS = { ...REQUEST_ID, ...RATE_HEADERS };
const WARNING = { Warning: { schema: { type: 'string' } } };

const PICTURE = {
  '200': {
    description: 'The picture',
    headers: HEADERS,
    content: { 'image/jpeg': { schema: BYTES }, 'image/png': { schema: BYTES } },
  },
};

const STORED = {
  type: 'object',
  description: 'What was stored and what was not, in the DICOM JSON Model (PS3.18 table I.1-1)',
};
const stored = (description: string) => ({
  description,
  headers: HEADERS,
  content: { 'application/dicom+json': { schema: STORED } },
});

/** What was stored, or an error as of every operation. */
const storedOrProblem = (description: string) => ({
  ...stored(`${description}; or an error, as everywhere`),
  content: { 'application/dicom+json': { schema: STORED }, ...PROBLEM.content },
});

const ANSWERS: Readonly<Record<RouteKind, Readonly<Record<string, unknown>>>> = {
  store: {
    '200': { ...stored('All are stored'), headers: { ...HEADERS, ...REPLAYED } },
    '202': stored('Some are stored; the answer names those that are not'),
    '400': storedOrProblem('No part is a DICOM object'),
    '409': storedOrProblem('None is stored: the answer says why of each'),
    '413': problem('The body is too large'),
    '415': problem('Only multipart/related; type="application/dicom" and application/dicom'),
    '503': storedOrProblem('There is no room'),
  },
  search: {
    '200': {
      description: 'What was found',
      headers: { ...HEADERS, ...WARNING },
      content: DICOM_JSON,
    },
    '204': { description: 'Nothing was found', headers: { ...HEADERS, ...WARNING } },
  },
  retrieve: {
    '200': { description: 'The objects as they are held', headers: HEADERS, content: OBJECTS },
    '206': {
      description: 'Only those that are held in the transfer syntax asked for',
      headers: HEADERS,
      content: OBJECTS,
    },
  },
  frames: {
    '200': {
      description: 'The frames, in the order of the list',
      headers: HEADERS,
      content: FRAMES,
    },
    '206': { description: 'Only those that there are', headers: HEADERS, content: FRAMES },
  },
  metadata: {
    '200': { description: 'The headers', headers: HEADERS, content: DICOM_JSON },
  },
  rendered: PICTURE,
  thumbnail: PICTURE,
};

const SECTIONS: Readonly<Record<RouteKind, string>> = {
  store: 'STOW-RS, PS3.18 section 10.5: what is answered as stored is on the disk and recorded.',
  search: 'QIDO-RS, PS3.18 section 10.6: attributes by keyword or tag.',
  retrieve: 'WADO-RS, PS3.18 section 10.4: byte for byte as held; ask with `transfer-syntax=*`.',
  frames: 'WADO-RS, PS3.18 section 10.4: as they are stored; ask with `transfer-syntax=*`.',
  metadata: 'WADO-RS, PS3.18 section 10.4: without pixel data.',
  rendered: 'WADO-RS, PS3.18 section 10.4: as the header says that it is shown.',
  thumbnail: 'WADO-RS, PS3.18 section 10.4: at most 256 pixels wide and high.',
};

const inQuery = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

function pictureParameters({ kind }: DicomWebRoute) {
  if (kind !== 'rendered' && kind !== 'thumbnail') return [];
  const quality = { type: 'integer', minimum: 1, maximum: 100 };
  return [
    inQuery('viewport', 'Width and height to fit into: `512,512`'),
    inQuery('quality', 'Of a JPEG', quality),
  ];
}

function searchParameters({ kind, level }: DicomWebRoute) {
  if (kind !== 'search') return [];
  const count = { type: 'integer', minimum: 0 };
  const keys = SEARCH_ATTRIBUTES.filter((one) => one.isKey && isWithin(one, level));
  return [
    ...keys.map(({ keyword, tag }) => inQuery(keyword, `(${tag.slice(0, 4)},${tag.slice(4)})`)),
    inQuery('limit', `At most ${MAX_RESULTS}, which is also the default`, count),
    inQuery('offset', 'How many results to leave out', count),
    inQuery('includefield', 'Ignored: all attributes that are kept are answered'),
  ];
}

/** Of the parts of a path that are no UIDs. */
const SCHEMAS: Readonly<Record<string, object>> = {
  frame: { type: 'integer', minimum: 1 },
  frames: { type: 'string', pattern: '^[1-9][0-9]*(,[1-9][0-9]*)*$' },
};

function describe(route: DicomWebRoute) {
  const { operationId, summary, scope, kind, path } = route;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: SCHEMAS[name ?? ''] ?? UID,
    ...(name?.startsWith('frame') && { example: 1 }),
  }));
  const inHeader = kind === 'store' ? [IDEMPOTENCY_KEY] : [];
  const parameters = [
    ...inPath,
    ...inHeader,
    ...searchParameters(route),
    ...pictureParameters(route),
  ];
  return {
    operationId,
    summary,
    description: `${SECTIONS[kind]}\n\nScope: \`${scope}\`.`,
    security: securityFor(scope),
    ...(parameters.length > 0 && { parameters }),
    ...(kind === 'store' && { requestBody: { required: true, content: OBJECT_FILES } }),
    responses: { ...PROBLEMS, ...ANSWERS[kind] },
  };
}

/** DICOMweb in the OpenAPI document. */
export function dicomWebPaths(): DescribedPaths {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of DICOM_WEB_ROUTES) {
    const path = `/dicom-web${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route) };
  }
  return paths;
}
