import type { Actor, AuditEvent, AuditLog } from '../../audit/audit-log.js';
import type { ErrorCode } from '../../core/errors.js';
import { publicError, statusOf } from '../problem.js';

/** What is known of a request that was refused before anything was done. */
export interface RefusedRequest {
  readonly code: ErrorCode;
  readonly status: number;
  /** The person with whose session it was made. */
  readonly userId?: string;
  /** It came over DICOM, not HTTP. */
  readonly isDicom?: true;
}

/** Called for every such request. */
export type NoteRefusal = (remoteAddress: string | undefined, refused?: RefusedRequest) => void;

export interface RefusalTally {
  /** A request from this address was refused; by default for want of a valid key. */
  readonly note: NoteRefusal;
  /** Records the counts since the last call: one record per address, reason and person. */
  record(): Promise<void>;
}

/** More than this in one interval are counted together, by reason. */
const MAX_COUNTED = 500;
const THE_REST = 'others';

const NO_KEY: RefusedRequest = { code: 'invalid_api_key', status: 401 };

export function refusedBy(error: unknown, userId?: string): RefusedRequest {
  const shown = publicError(error);
  const reason = { code: shown.code, status: statusOf(shown) };
  return userId === undefined ? reason : { ...reason, userId };
}

/** Who did not prove to be anybody, by what was lacking. */
const UNKNOWN: Partial<Record<ErrorCode, string>> = {
  invalid_api_key: 'no valid key',
  invalid_token: 'no valid token',
  invalid_client: 'no valid client',
};

function actorOf({ code, userId, isDicom }: RefusedRequest): Actor {
  if (isDicom) return { type: 'unknown', id: 'no configured DICOM node' };
  if (userId !== undefined) return { type: 'user', id: userId };
  return { type: 'unknown', id: UNKNOWN[code] ?? 'not signed in' };
}

interface Counted {
  readonly address: string;
  readonly refused: RefusedRequest;
  count: number;
}

const recordOf = ({ address, refused, count }: Counted): AuditEvent => ({
  action: refused.isDicom ? 'dicom.associate' : 'authenticate',
  outcome: 'refused',
  actor: actorOf(refused),
  status: refused.status,
  error_code: refused.code,
  remote_address: address,
  count,
});

/**
 * Failed authentications belong in the audit log, but with one record each a client without a key
 * could fill the disk. They are counted, and recorded at intervals.
 */
export function createRefusalTally(audit: Pick<AuditLog, 'append'>): RefusalTally {
  let counts = new Map<string, Counted>();

  function countedUnder(address: string, refused: RefusedRequest): Counted {
    const { code, userId = '', isDicom = false } = refused;
    const key = `${address} ${code} ${userId} ${isDicom}`;
    const known = counts.get(key);
    if (known !== undefined) return known;
    if (counts.size >= MAX_COUNTED && address !== THE_REST) {
      return countedUnder(THE_REST, { code, status: refused.status, ...(isDicom && { isDicom }) });
    }
    const made = { address, refused, count: 0 };
    counts.set(key, made);
    return made;
  }

  return {
    note(remoteAddress = 'unknown', refused = NO_KEY) {
      countedUnder(remoteAddress, refused).count += 1;
    },
    async record() {
      const counted = counts;
      counts = new Map();
      await Promise.all([...counted.values()].map((one) => audit.append(recordOf(one))));
    },
  };
}
