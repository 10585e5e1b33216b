import type { OutboundFaultOptions } from '../../core/outbound-client.js';
import type { PriorObstacle } from '../../core/prior-query.js';
import { connectionFault, DestinationFault } from '../sender/fault.js';

/** A node cannot be searched, or does not deliver what was found. */
export class PriorFault extends Error {
  readonly obstacle: PriorObstacle;

  constructor(obstacle: PriorObstacle, options?: ErrorOptions) {
    super(obstacle, options);
    this.obstacle = obstacle;
  }
}

/** A fault of a connection to a DICOMweb service. */
export function answerFault(message: string, options: OutboundFaultOptions): Error {
  const { isTooLong, cause } = options;
  return isTooLong ? new PriorFault('too_large', { cause }) : connectionFault(message, options);
}

/** What kept a node from being searched; any other error is thrown on. */
export function obstacleOf(error: unknown): PriorObstacle {
  if (error instanceof PriorFault) return error.obstacle;
  if (error instanceof DestinationFault) return error.reason;
  throw error;
}
