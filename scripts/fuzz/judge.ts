import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createFinder, type OpenApi, placesOf } from './document.js';
import type { WireRequest } from './draft.js';
import type { Reply } from './send.js';

/** Returns what is wrong with an answer; undefined when it conforms to the document. */
export type Judge = (request: WireRequest, reply: Reply) => string | undefined;

const EXCUSES = ['overloaded', 'model_unavailable', 'shutting_down'];
/** Pages that the document itself does not describe. */
const PAGES = ['/docs', '/openapi.json'];
const ERROR = '/components/schemas/Error';
const pointerPart = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');

function codeOf(text: string): string | undefined {
  try {
    const { error, issue } = JSON.parse(text) as {
      error?: { code?: string };
      issue?: readonly { code?: string }[];
    };
    return error?.code ?? issue?.[0]?.code;
  } catch {
    return undefined;
  }
}

function unexcused({ status, text }: Reply): string | undefined {
  if (status < 500) return undefined;
  const code = codeOf(text);
  const excused =
    status === 503 && code !== undefined && [...EXCUSES, 'transient', 'throttled'].includes(code);
  return excused ? undefined : `${status} ${code ?? ''}`;
}

function createCheck(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  return (pointer: string, text: string): string | undefined => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return 'the body is no JSON';
    }
    if (ajv.validate({ $ref: `openapi#${pointer}` }, value)) return undefined;
    const [first] = ajv.errors ?? [];
    return `the body breaks its schema: ${first?.instancePath} ${first?.message}`;
  };
}

/** Judges answers by the document that the daemon gives its clients. */
export function createJudge(document: OpenApi): Judge {
  const find = createFinder(placesOf(document));
  const check = createCheck(document);
  const outcome = `/paths/${pointerPart('/fhir/{type}')}/get/responses/400/content/${pointerPart('application/fhir+json')}/schema`;

  function described(request: WireRequest, { status, headers, text }: Reply, path: string) {
    const { template, at } = find(path);
    const method = request.method.toLowerCase();
    const place = at(method);
    // Refused before it is known what it was meant for.
    if (status === 431 || /^[^?]*\\/.test(request.target)) return check(ERROR, text);
    if (template === undefined || place === undefined) {
      if (status < 400)
        return PAGES.includes(path) ? undefined : `${status} where nothing is described`;
      return check(/^(\/api)?\/v1\/fhir(\/|$)/.test(path) ? outcome : ERROR, text);
    }
    const response = place.operation.responses[String(status)];
    if (response === undefined) return `the status ${status} is not described`;
    if (text === '' && request.headers.prefer === 'return=minimal') return undefined;
    const offered = Object.keys(response.content ?? {});
    if (offered.length === 0) return text === '' ? undefined : 'a body where none is described';
    const media = offered.find((type) => headers['content-type']?.startsWith(type));
    if (media === undefined) return `it is ${headers['content-type']}`;
    if (!media.endsWith('json')) return undefined;
    const where = `/paths/${pointerPart(template)}/${method}/responses/${status}`;
    return check(`${where}/content/${pointerPart(media)}/schema`, text);
  }

  return (request, reply) => {
    const fault = unexcused(reply);
    if (fault !== undefined) return fault;
    if (reply.headers['x-request-id'] === undefined) return 'no X-Request-Id';
    if (['HEAD', 'OPTIONS'].includes(request.method)) return undefined;
    const { pathname } = new URL(request.target, 'https://localhost');
    return described(request, reply, pathname);
  };
}
