import type { Answer } from '../../calls/operation.js';
import { isoTime } from '../../core/clock.js';
import type { OperationOutcome } from '../../core/operation-outcome.js';
import { outcomeText } from '../interactions/change.js';
import type { ChangeResult } from '../interactions/plan.js';
import { etagOf } from '../interactions/preconditions.js';

/** The response to one entry. `resource` and `outcome` are JSON texts. */
export interface EntryAnswer {
  readonly status: number;
  readonly fullUrl?: string;
  readonly location?: string;
  readonly etag?: string;
  readonly lastModified?: string;
  readonly resource?: string;
  readonly outcome?: string;
}

/** `Prefer: return=…`: what the response contains of a written resource; `minimal` by default. */
export type ReturnPreference = 'minimal' | 'representation' | 'OperationOutcome';

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const statusText = (status: number): string => `${status} ${REASONS[status] ?? ''}`.trimEnd();

export function answerOfWrite(
  done: ChangeResult,
  base: string,
  wanted: ReturnPreference,
): EntryAnswer {
  const { status, type, id, version, updated, body } = done;
  const url = id === undefined ? undefined : `${base}/${type}/${id}`;
  const located = url !== undefined && version !== undefined && body !== undefined;
  return {
    status,
    ...(located && { location: `${url}/_history/${version}` }),
    ...(version !== undefined && { etag: etagOf(version) }),
    ...(updated !== undefined && { lastModified: isoTime(updated) }),
    ...(wanted === 'representation' && located && { fullUrl: url, resource: body }),
    ...(wanted === 'OperationOutcome' && { outcome: outcomeText(done.issues, 'Done.') }),
  };
}

export function answerOfRead(reply: Answer, isHead: boolean): EntryAnswer {
  const { status = 200, headers = {}, text } = reply;
  const { ETag: etag, 'Last-Modified': modified } = headers;
  if (status >= 400) return { status, ...(text !== undefined && { outcome: text }) };
  return {
    status,
    ...(etag !== undefined && { etag }),
    ...(modified !== undefined && { lastModified: isoTime(Date.parse(modified)) }),
    ...(text !== undefined && !isHead && { resource: text }),
  };
}

export function answerOfFault(status: number, outcome: OperationOutcome): EntryAnswer {
  return { status, outcome: JSON.stringify(outcome) };
}

function entryText({ status, fullUrl, resource, outcome, ...facts }: EntryAnswer): string {
  const response = JSON.stringify({ status: statusText(status), ...facts });
  const full = outcome === undefined ? response : `${response.slice(0, -1)},"outcome":${outcome}}`;
  const url = fullUrl === undefined ? '' : `"fullUrl":${JSON.stringify(fullUrl)},`;
  const content = resource === undefined ? '' : `"resource":${resource},`;
  return `{${url}${content}"response":${full}}`;
}

/** No two entries may have one URL (bdl-7), and two conditional creates may match one resource. */
function urlsOnce(answers: readonly EntryAnswer[]): EntryAnswer[] {
  const seen = new Set<string>();
  return answers.map((answer) => {
    const { fullUrl, ...rest } = answer;
    if (fullUrl === undefined || !seen.has(fullUrl)) {
      if (fullUrl !== undefined) seen.add(fullUrl);
      return answer;
    }
    return rest;
  });
}

/**
 * The response to a bundle, in the order of its entries. Texts of resources are inserted unchanged.
 */
export function responseBundle(
  type: 'batch-response' | 'transaction-response',
  answers: readonly EntryAnswer[],
): string {
  const texts = urlsOnce(answers).map(entryText);
  const entries = texts.length === 0 ? '' : `,"entry":[${texts.join(',')}]`;
  return `{"resourceType":"Bundle","type":"${type}"${entries}}`;
}
