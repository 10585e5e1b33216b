// The load of the guarding figure, in a process of its own so that it does not share the server's
// event loop.
import autocannon from 'autocannon';
import { answerQuestions } from '../processes.js';

export interface LoadQuestion {
  readonly url: string;
  readonly key: string;
  readonly body: string;
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
  const { url, key, body, connections, seconds } = question;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    body,
    connections,
    duration: seconds,
  });
  const { errors, non2xx, requests, latency, duration } = result;
  if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals`);
  return {
    perSecond: requests.total / duration,
    requests: requests.total,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  };
});
