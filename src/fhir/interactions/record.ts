import type { AuditEvent } from '../../security/audit-log.js';
import type { Fault } from './parts.js';
import type { Who } from './plan.js';

type Facts = Pick<AuditEvent, 'target' | 'result_id' | 'query' | 'count'>;

/** The record of an interaction that went well, but for its status and the digests. */
export function eventOf(who: Who, action: string, facts: Facts = {}): AuditEvent {
  return {
    action,
    outcome: 'success',
    actor: who.actor,
    request_id: who.requestId,
    ...(who.remoteAddress !== undefined && { remote_address: who.remoteAddress }),
    ...facts,
  };
}

/** The record of one that was refused or failed. */
export function faultEventOf(
  who: Who,
  action: string,
  { status, code }: Pick<Fault, 'status' | 'code'>,
  facts: Facts = {},
): AuditEvent {
  const outcome = status >= 500 ? 'failed' : 'refused';
  return { ...eventOf(who, action, facts), outcome, status, error_code: code };
}

/** Adds what is known once the answer is: its status and what was sent and answered. */
export function answered(
  event: AuditEvent,
  answer: { readonly status: number; readonly sent?: string; readonly told?: string },
): AuditEvent {
  return {
    ...event,
    status: answer.status,
    ...(answer.sent !== undefined && { request_sha256: answer.sent }),
    ...(answer.told !== undefined && { response_sha256: answer.told }),
  };
}
