import type { UnreadAnswers } from './connection.js';

export interface UnreadLimits {
  /** Time a client may take to read an answer. */
  readonly answerMs: number;
  /** Bytes of answers that may be buffered because clients do not read them. */
  readonly answersBytes: number;
}

/** A client that has not read its answers. */
export interface WaitingClient<C> extends UnreadAnswers {
  readonly connection: C;
}

/** Above the buffer limit, a client that has read nothing for this long is disconnected. */
const HASTE_MS = 2_000;

/**
 * Decides which clients are disconnected because they do not read: the slowest first, and earlier
 * while too much is buffered.
 *
 * @returns their connections, and the bytes that still wait for the others
 */
export function slowClients<C>(
  clients: readonly WaitingClient<C>[],
  { answerMs, answersBytes }: UnreadLimits,
  now: number,
): { readonly slow: readonly C[]; readonly waitingBytes: number } {
  let waitingBytes = clients.reduce((sum, { bytes }) => sum + bytes, 0);
  const slow: C[] = [];
  for (const { connection, since, bytes } of clients.toSorted((a, b) => a.since - b.since)) {
    const patience = waitingBytes > answersBytes ? Math.min(HASTE_MS, answerMs) : answerMs;
    if (now - since < patience) break;
    waitingBytes -= bytes;
    slow.push(connection);
  }
  return { slow, waitingBytes };
}
