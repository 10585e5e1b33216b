import { hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** As authenticator apps expect it (RFC 6238): SHA-1, six digits, 30 seconds. */
const ALGORITHM = 'SHA1';
const DIGITS = 6;
const PERIOD_S = 30;
/** Codes of the step before and after are right too: clocks differ, and people type. */
const WINDOW = 1;
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
/** 80 bits each: too many to be guessed from the hash. */
const RECOVERY_BYTES = 10;
const GROUP = /.{4}/g;

const totpOf = (secret: string): TOTP =>
  new TOTP({
    issuer: 'Wardbox',
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_S,
  });

/** A secret to share with an authenticator, in base32. */
export const newTotpSecret = (): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;

/** What an authenticator reads from a QR code: `otpauth://totp/…`. */
export function totpUri(secret: string, userName: string): string {
  const totp = totpOf(secret);
  totp.label = userName;
  return totp.toString();
}

/** What people type in between the characters. */
const compact = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(compact(code));

/**
 * The time step to which a code belongs; undefined for a wrong one. A step that is not after the last
 * one that was used is refused where it is stored.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const token = compact(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_S) + delta;
}

export const recoveryHash = (code: string): Buffer => hash('sha256', compact(code), 'buffer');

/** Codes for the day on which the authenticator is lost; each works once. */
export function newRecoveryCodes(): { readonly codes: string[]; readonly hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({
      buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer,
    });
    return (base32.toLowerCase().match(GROUP) ?? []).join('-');
  });
  return { codes, hashes: codes.map(recoveryHash) };
}
