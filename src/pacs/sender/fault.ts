import type { OutboundFaultOptions } from '../../core/outbound-client.js';
import type { SendReason } from '../../core/sent-object.js';

/** A destination cannot be reached, or does not answer as it must. */
export class DestinationFault extends Error {
  readonly reason: SendReason;

  constructor(reason: SendReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** A fault of a connection. */
export function connectionFault(message: string, options: OutboundFaultOptions): DestinationFault {
  const { isUntrusted, ofAnswer, cause } = options;
  if (isUntrusted) return new DestinationFault('untrusted_certificate', { cause });
  if (ofAnswer) return new DestinationFault('invalid_answer', { cause });
  const isLate = message.includes('timed out');
  return new DestinationFault(isLate ? 'timeout' : 'no_connection', { cause });
}

/** Why nothing more can be sent to a destination now; any other error is thrown on. */
export function reasonOf(error: unknown): SendReason {
  if (error instanceof DestinationFault) return error.reason;
  throw error;
}
