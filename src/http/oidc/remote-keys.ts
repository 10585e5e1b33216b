import { createRemoteJWKSet, customFetch } from 'jose';
import type { CustomFetch } from 'openid-client';

/** A key set is fetched again for a key that it lacks, but not more often than this. */
const KEYS_COOLDOWN_MS = 10_000;

export type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** The public keys at an address, fetched when they are first needed and when they are old. */
export const remoteKeys = (url: URL, fetchKeys: CustomFetch, timeoutMs: number): RemoteKeys =>
  createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    cooldownDuration: KEYS_COOLDOWN_MS,
    [customFetch]: (address, { method, headers, redirect, signal }) =>
      fetchKeys(address, {
        method,
        headers: Object.fromEntries(headers),
        redirect,
        signal,
        body: null,
      }),
  });
