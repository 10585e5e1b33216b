import type { AuditLog } from '../../audit/audit-log.js';

/** More addresses than this in one interval are counted together. */
const MAX_ADDRESSES = 500;
const THE_REST = 'others';

export interface RefusalTally {
  /** A request without a valid key came from this address. */
  note(remoteAddress: string | undefined): void;
  /** Records the counts since the last call: one record per address. */
  record(): Promise<void>;
}

/**
 * Failed authentications belong in the audit log, but with one record each a client without a key
 * could fill the disk. They are counted, and recorded at intervals.
 */
export function createRefusalTally(audit: Pick<AuditLog, 'append'>): RefusalTally {
  let counts = new Map<string, number>();
  return {
    note(remoteAddress = 'unknown') {
      const full = counts.size >= MAX_ADDRESSES && !counts.has(remoteAddress);
      const address = full ? THE_REST : remoteAddress;
      counts.set(address, (counts.get(address) ?? 0) + 1);
    },
    async record() {
      const counted = counts;
      counts = new Map();
      await Promise.all(
        [...counted].map(([remote_address, count]) =>
          audit.append({
            action: 'authenticate',
            outcome: 'refused',
            actor: { type: 'unknown', id: 'no valid key' },
            status: 401,
            error_code: 'invalid_api_key',
            remote_address,
            count,
          }),
        ),
      );
    },
  };
}
