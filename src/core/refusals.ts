import { AppError } from './errors.js';

/** Refusals that several modules return with the same text. */

export const overloaded = (): AppError =>
  new AppError('overloaded', 'Too much work is waiting; try again soon.', { retryAfterSeconds: 2 });

export const stopping = (): AppError =>
  new AppError('shutting_down', 'The appliance is stopping.', { retryAfterSeconds: 10 });

/** The client no longer waits for the answer. */
export const givenUp = (): AppError =>
  new AppError('client_closed_request', 'The client closed the request.');
