import { createHash } from 'node:crypto';
import { isUid, MAX_UID_LENGTH } from './dicom-uid.js';

/** The arc of UIDs that are made of a UUID and need no registration (PS3.5 section B.2). */
const UUID_ARC = '2.25';
/** Fewer digits could give one UID twice. */
const MIN_DIGITS = 20;
/** Of a number of 128 bits. */
const MAX_DIGITS = 39;

/** The first 16 bytes of a digest as a UUID of version 8 (RFC 9562 section 5.8). */
function uuidNumber(digest: Buffer): bigint {
  const uuid = Buffer.from(digest.subarray(0, 16));
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x80;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  return BigInt(`0x${uuid.toString('hex')}`);
}

/**
 * A UID that follows from what it names: the same parts always give the same UID, others another one.
 *
 * @param root the UIDs of an organisation begin with it; without it the UID is one below 2.25
 * @throws RangeError for a root that is no UID, or leaves too few digits
 */
export function derivedUid(root: string | undefined, parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  if (root === undefined) return `${UUID_ARC}.${uuidNumber(digest)}`;
  const digits = Math.min(MAX_DIGITS, MAX_UID_LENGTH - root.length - 1);
  if (!isUid(root) || digits < MIN_DIGITS) {
    throw new RangeError('the root of UIDs is no UID, or too long');
  }
  return `${root}.${BigInt(`0x${digest.toString('hex')}`) % 10n ** BigInt(digits)}`;
}
