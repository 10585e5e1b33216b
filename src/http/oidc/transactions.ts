import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.js';
import { Refusal } from './refusal.js';
import { createUseOnce } from './used-once.js';

/** A sign-in between its start here and the answer of the provider. */
export interface Transaction {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly returnPath: string;
}

export interface SealedTransaction {
  /** Of the cookie that carries it through the browser. */
  readonly cookieName: string;
  readonly cookieValue: string;
}

export interface Transactions {
  begin(transaction: Transaction): SealedTransaction;
  /**
   * Takes the transaction of a response; it cannot be taken again.
   *
   * @throws Refusal `unknown_transaction`, `transaction_used`
   */
  take(state: string, cookieValue: string | undefined): Transaction;
}

/** How long a person has to sign in at the provider. */
export const TRANSACTION_SECONDS = 600;
const COOKIE_PREFIX = '__Host-wardbox-oidc-';
/** Enough to tell a few sign-ins in one browser apart. */
const COOKIE_STATE_LENGTH = 8;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each tab has a sign-in of its own. */
export const transactionCookie = (state: string): string =>
  `${COOKIE_PREFIX}${state.replace(/[^\w-]/g, '').slice(0, COOKIE_STATE_LENGTH)}`;

export const isTransactionCookie = (name: string): boolean => name.startsWith(COOKIE_PREFIX);

interface SealedContent extends Transaction {
  readonly startedAt: number;
}

function seal(key: Buffer, content: SealedContent): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = [cipher.update(JSON.stringify(content), 'utf8'), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
}

function unseal(key: Buffer, text: string): SealedContent | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return JSON.parse(Buffer.concat(opened).toString('utf8')) as SealedContent;
  } catch {
    return undefined;
  }
}

/**
 * Transactions wait in the browser, encrypted with a key that exists only in this process: so they
 * need no memory here, however many are begun, and none outlives a restart.
 */
export function createTransactions(clock: Clock): Transactions {
  const key = randomBytes(KEY_BYTES);
  const useOnce = createUseOnce(clock);
  return {
    begin: (transaction) => ({
      cookieName: transactionCookie(transaction.state),
      cookieValue: seal(key, { ...transaction, startedAt: clock() }),
    }),
    take(state, cookieValue) {
      const content = cookieValue === undefined ? undefined : unseal(key, cookieValue);
      if (content === undefined || content.state !== state) {
        throw new Refusal('unknown_transaction');
      }
      const { startedAt, ...transaction } = content;
      const expiresAt = startedAt + TRANSACTION_SECONDS * 1_000;
      if (expiresAt <= clock()) throw new Refusal('unknown_transaction', { detail: 'expired' });
      if (!useOnce(state, expiresAt)) throw new Refusal('transaction_used');
      return transaction;
    },
  };
}
