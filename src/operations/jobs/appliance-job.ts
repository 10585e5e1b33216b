import { APPLIANCE_ID } from '../../core/appliance-id.js';
import { newId } from '../../core/ids.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { NewJob } from '../../store/job.js';
import type { StoredRequest } from './acceptance.js';

export interface ApplianceJob {
  readonly mode: KeyMode;
  readonly operationId: string;
  readonly scope: string;
  /** The body of the request. */
  readonly body: unknown;
  readonly urgent: boolean;
  /** ms since 1970. */
  readonly at: number;
}

/** A job that the appliance gives itself: no client has asked for it, and none can read its result. */
export function applianceJob({ mode, operationId, scope, body, urgent, at }: ApplianceJob): NewJob {
  const request: StoredRequest = { text: JSON.stringify(body), scopes: [scope] };
  return {
    jobId: newId('job'),
    mode,
    ownerId: APPLIANCE_ID,
    operation: operationId,
    requestId: newId('req'),
    createdAt: at,
    request: JSON.stringify(request),
    file: null,
    fileBytes: 0,
    urgent,
  };
}
