import { Webhook } from 'standardwebhooks';

/** The headers of an event, after Standard Webhooks (github.com/standard-webhooks/standard-webhooks). */
export interface SignedHeaders extends Readonly<Record<string, string>> {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const PREFIX = 'whsec_';
const MIN_SECRET_BYTES = 24;

/**
 * The secret in a file: `whsec_` and base64, or the text itself.
 *
 * @throws RangeError where it is too short
 */
export function webhookSecret(text: string): Buffer {
  const trimmed = text.trim();
  const secret = trimmed.startsWith(PREFIX)
    ? Buffer.from(trimmed.slice(PREFIX.length), 'base64')
    : Buffer.from(trimmed, 'utf8');
  if (secret.length < MIN_SECRET_BYTES) {
    throw new RangeError(`has fewer than ${MIN_SECRET_BYTES} bytes`);
  }
  return secret;
}

/**
 * Signs id, time and body, so that the receiver can tell a forged, altered or repeated event.
 *
 * @param at ms since 1970
 */
export function signEvent(secret: Uint8Array, id: string, body: string, at: number): SignedHeaders {
  const signing = new Webhook(secret, { format: 'raw' });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': signing.sign(id, new Date(at), body),
  };
}
