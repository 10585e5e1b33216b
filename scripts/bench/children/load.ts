// The load of a figure, in a process of its own so that it does not share the server's event loop.
import autocannon from 'autocannon';
import { answerQuestions } from '../processes.js';

/** One request among those that are sent in turn. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  /** From the host on. */
  readonly path: string;
  readonly body?: string;
}

export interface LoadQuestion {
  readonly url: string;
  readonly key: string;
  /** Sent to `url` over and over; or `requests` in turn. */
  readonly body?: string;
  readonly requests?: readonly LoadRequest[];
  readonly contentType?: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadAnswer {
  readonly perSecond: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

answerQuestions(async (question: LoadQuestion): Promise<LoadAnswer> => {
  const { url, key, connections, contentType = 'application/json' } = question;
  const headers = { authorization: `Bearer ${key}`, 'content-type': contentType };
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: question.seconds,
    ...(question.requests === undefined
      ? { method: 'POST', ...(question.body !== undefined && { body: question.body }) }
      : { requests: question.requests.map((one) => ({ ...one, headers })) }),
  });
  const { errors, timeouts, non2xx, requests, latency, duration } = result;
  if (errors + non2xx > 0) {
    const where = question.requests?.[0]?.path ?? url;
    throw new Error(`${where}: ${errors} errors (${timeouts} late), ${non2xx} refusals`);
  }
  return {
    perSecond: requests.total / duration,
    requests: requests.total,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  };
});
