import { describe, expect, it } from 'vitest';
import {
  createTransactions,
  isTransactionCookie,
  type Transaction,
  transactionCookie,
} from '../../../../src/http/oidc/transactions.js';
import { stoppedClock } from '../../../support/stopped-clock.js';

const TRANSACTION: Transaction = {
  state: 'qwertzuiop-asdf',
  nonce: 'nonce',
  codeVerifier: 'verifier that nobody may read',
  redirectUri: 'https://wardbox.example/console/oidc/callback',
  returnPath: '/console/live/',
};

function begun() {
  const clock = stoppedClock();
  const transactions = createTransactions(clock);
  return { clock, transactions, cookie: transactions.begin(TRANSACTION) };
}

const refused = (reason: string) => expect.objectContaining({ reason });

describe('a transaction', () => {
  it('comes back from the browser as it was', () => {
    const { transactions, cookie } = begun();
    expect(transactions.take(TRANSACTION.state, cookie.cookieValue)).toEqual(TRANSACTION);
  });

  it('has a cookie of its own that only this host can set, and shows nothing', () => {
    const { cookie } = begun();
    expect(cookie.cookieName).toBe('__Host-wardbox-oidc-qwertzui');
    expect(isTransactionCookie(cookie.cookieName)).toBe(true);
    expect(isTransactionCookie('__Host-wardbox')).toBe(false);
    expect(cookie.cookieValue).toMatch(/^[\w-]+$/);
    expect(Buffer.from(cookie.cookieValue, 'base64url').includes('verifier')).toBe(false);
  });

  it('has a cookie name without characters that a stranger chooses', () => {
    expect(transactionCookie('a;b=c\r\nd')).toBe('__Host-wardbox-oidc-abcd');
  });

  it('is taken once', () => {
    const { transactions, cookie } = begun();
    transactions.take(TRANSACTION.state, cookie.cookieValue);
    expect(() => transactions.take(TRANSACTION.state, cookie.cookieValue)).toThrow(
      refused('transaction_used'),
    );
  });

  it('is over after ten minutes', () => {
    const { clock, transactions, cookie } = begun();
    clock.pass(600_000);
    expect(() => transactions.take(TRANSACTION.state, cookie.cookieValue)).toThrow(
      refused('unknown_transaction'),
    );
  });

  it.each([
    ['no cookie', () => undefined],
    ['an empty cookie', () => ''],
    ['a cookie cut short', (value: string) => value.slice(0, -4)],
    ['a changed cookie', (value: string) => `${value.slice(0, 50)}A${value.slice(51)}B`],
    ['no base64', () => '!!!'],
  ])('is not taken with %s', (_, change) => {
    const { transactions, cookie } = begun();
    expect(() => transactions.take(TRANSACTION.state, change(cookie.cookieValue))).toThrow(
      refused('unknown_transaction'),
    );
  });

  it('is not taken for another state, nor by another process', () => {
    const { transactions, cookie } = begun();
    expect(() => transactions.take('another', cookie.cookieValue)).toThrow(
      refused('unknown_transaction'),
    );
    expect(() => begun().transactions.take(TRANSACTION.state, cookie.cookieValue)).toThrow(
      refused('unknown_transaction'),
    );
  });
});
