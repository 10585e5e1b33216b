import type { FormContent } from './form.js';
import type { Answer, Call, WorkOperation } from './operation.js';

/** The content of the request: text, or a form with files. */
export type Payload = { readonly text: string; readonly bytes: Uint8Array } | FormContent;

/** A request that has passed all checks and is answered asynchronously. */
export interface Order {
  readonly operation: WorkOperation;
  readonly call: Call;
  readonly payload: Payload;
  /** The base path of the request: `/v1`. */
  readonly prefix: string;
}

/** Accepts a request; the answer is the job. */
export type Accept = (order: Order) => Promise<Answer>;
