import type { SendOutcome } from '../../core/sent-object.js';

const SUCCESS = 0x0000;
const DUPLICATE_INSTANCE = 0x0111;
const OUT_OF_RESOURCES = 0xa7;
const PROCESSING_FAILURE = 0x0110;

export const hex = (status: number) => status.toString(16).toUpperCase().padStart(4, '0');

/** B000 to BFFF, and the three warnings of PS3.7 annex C (0001, 0107, 0116). */
const isWarning = (status: number) =>
  status >> 12 === 0xb || status === 0x0001 || status === 0x0107 || status === 0x0116;

/**
 * How an attempt with this status of C-STORE has ended (PS3.4 table B.2-1, PS3.7 annex C; STOW-RS has the
 * same ones as failure reasons, PS3.18 section 10.5.3). What the destination calls a shortage is
 * tried again; what it calls an error of the object would be the same the next time.
 */
export function outcomeOfStatus(status: number): SendOutcome {
  if (status === SUCCESS) return { kind: 'sent' };
  const reason = `status_${hex(status)}` as const;
  // UIDs of results are derived from the reading: the destination has this very object.
  if (isWarning(status) || status === DUPLICATE_INSTANCE) return { kind: 'sent', reason };
  const isShortage = status >> 8 === OUT_OF_RESOURCES || status === PROCESSING_FAILURE;
  return { kind: isShortage ? 'not-now' : 'refused', reason };
}

const TOO_EARLY = [408, 421, 423, 425, 429];

/** How an attempt with this HTTP status has ended, where its body does not say more. */
export function outcomeOfHttp(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const reason = `http_${status}` as const;
  const isRefusal = status >= 400 && status < 500 && !TOO_EARLY.includes(status);
  return { kind: isRefusal ? 'refused' : 'not-now', reason };
}
