import { AppError } from './errors.js';

/** Refusals that more than one room speaks, in the same words. */

export const overloaded = (): AppError =>
  new AppError('overloaded', 'Too much work is waiting; try again soon.', { retryAfterSeconds: 2 });

export const stopping = (): AppError =>
  new AppError('shutting_down', 'The appliance is stopping.', { retryAfterSeconds: 10 });

/** Nobody waits for the answer any more. */
export const givenUp = (): AppError =>
  new AppError('client_closed_request', 'The client closed the request.');
