import { randomUUID } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);

/**
 * The prefixes of opaque identifiers: `an_` analysis, `im_` imaging, `tr_` transcription, `rk_` risk, `md_` medications, `req_` request, `key_`
 * API key, `job_` job, `user_` person, `evt_` event.
 */
export type IdPrefix = 'an' | 'im' | 'tr' | 'rk' | 'md' | 'req' | 'key' | 'job' | 'user' | 'evt';

/** Base62 of the bytes read as one big-endian number, left-padded so that the length never varies. */
export function base62(bytes: Uint8Array): string {
  const length = Math.ceil((bytes.length * 8) / Math.log2(ALPHABET.length));
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (let i = 0; i < length; i += 1) {
    text = ALPHABET.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return text;
}

/** Returns a new identifier with 122 random bits, such as `im_3f0c…`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}
