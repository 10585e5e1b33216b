import type { AuditEvent } from '../../audit/audit-log.js';
import type { AuditFacts } from '../../calls/operation.js';
import type { Fault } from './fault.js';
import type { Requester } from './plan.js';

type Facts = AuditFacts & Pick<AuditEvent, 'action'>;

/**
 * An audit record in addition to that of the request: for an entry of a bundle, or a filed
 * resource.
 */
export const recordOf = (who: Requester, facts: Facts): AuditEvent => ({
  outcome: 'success',
  actor: who.actor,
  request_id: who.requestId,
  ...(who.remoteAddress !== undefined && { remote_address: who.remoteAddress }),
  ...facts,
});

/** The audit record of a refusal or failure. */
export function faultRecordOf(
  who: Requester,
  facts: Facts,
  { status, code }: Pick<Fault, 'status' | 'code'>,
): AuditEvent {
  const outcome = status >= 500 ? 'failed' : 'refused';
  return { ...recordOf(who, facts), outcome, status, error_code: code };
}
