import { hash } from 'node:crypto';
import { type BodyBudget, readJson, readText } from './body.js';
import type { AppContext } from './environment.js';
import type { BodyTerms, ExchangeBody, Query } from './exchange.js';

const FORM = 'application/x-www-form-urlencoded';

export const queryOf = (text: string): Query => (text === '' ? [] : [...new URLSearchParams(text)]);

/** What came with a request. */
export interface Sent {
  readonly body?: ExchangeBody;
  readonly form?: Query;
  /** Of all that was sent. */
  readonly contentSha256: string;
  release(): void;
}

const sha256 = (content: Buffer | string): string => hash('sha256', content, 'hex');

export const NOTHING_SENT: Sent = { contentSha256: sha256(''), release: () => undefined };

/** Nothing is to come. Without a socket, as in a test, no length is told of what is there. */
function isEmpty(c: AppContext): boolean {
  const length = c.req.header('content-length');
  if (length !== undefined) return length === '0';
  if (c.req.header('transfer-encoding') !== undefined) return false;
  return c.env?.incoming !== undefined || c.req.raw.body === null;
}

/** @throws AppError as `readText` and `readJson` */
export async function readSent(c: AppContext, terms: BodyTerms, budget: BodyBudget): Promise<Sent> {
  if (terms.optional && isEmpty(c)) return NOTHING_SENT;
  if (terms.types.includes(FORM)) {
    const { text, bytes, release } = await readText(c, terms, budget);
    return { form: queryOf(text), contentSha256: sha256(bytes), release };
  }
  const { types, limitBytes, extent } = terms;
  const { value, text, bytes, release } = await readJson(c, limitBytes, budget, types, extent);
  const sent = sha256(bytes);
  return { body: { value, text, sha256: sent }, contentSha256: sent, release };
}
