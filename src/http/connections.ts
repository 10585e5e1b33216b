import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

export interface ConnectionLimits {
  /** Above this, the connection that has been idle longest is closed. */
  readonly most: number;
  /** Time a client may take to read an answer. */
  readonly answerMs: number;
  /** Bytes of answers that may be buffered because clients do not read them. */
  readonly answersBytes: number;
}

export interface ConnectionLoad {
  readonly open: number;
  /** With a request under way. */
  readonly busy: number;
  /** Bytes of answers that clients have not read yet. */
  readonly waitingBytes: number;
  /** Since the start: idle connections closed for new ones, and new ones refused. */
  readonly evicted: number;
  readonly refused: number;
  /** Since the start: connections closed because the client did not read its answer. */
  readonly slow: number;
  /** Since the start: connections closed because they pipelined too many requests. */
  readonly piled: number;
}

export interface Connections {
  /** A connection was made; the TLS handshake is still to come. */
  opened(socket: Socket): void;
  /** The TLS handshake of a connection is done. */
  secured(socket: TLSSocket): void;
  /** Whether a request may be answered; false where its connection was closed. */
  asked(request: IncomingMessage, response: ServerResponse): boolean;
  /** To the requests that are under way on a connection, the first one first. */
  responses(socket: Socket): Iterable<ServerResponse>;
  load(): ConnectionLoad;
  /** Closes those that have nothing under way. */
  closeIdle(): void;
  /** Closes the idle ones, and those that are busy when they become idle or after this time. */
  retire(afterMs: number): void;
  /** Closes all connections and stops watching. */
  close(): void;
}

interface Connection {
  /** The one to read and write: over the other, where there is TLS. */
  socket: Socket;
  readonly responses: Set<ServerResponse>;
  /** When bytes that the client had not fetched were first seen. */
  behindSince?: number;
  retired?: true;
}

const WATCH_MS = 250;
/** Above the buffer limit, a client that has read nothing for this long is disconnected. */
const HASTE_MS = 2_000;

/**
 * Requests that are sent behind one another are all begun at once, and hold up everybody else's. No
 * known client sends so many before it has got an answer.
 */
const MAX_AT_ONCE = 100;

/** Both sockets of a connection over TLS have the same ends. */
const nameOf = ({ remoteAddress, remotePort, localAddress }: Socket) =>
  `${remoteAddress} ${remotePort} ${localAddress}`;

function waitingBytes({ socket, responses }: Connection): number {
  let bytes = socket.writableLength;
  for (const response of responses) {
    // An answer behind another one on the same connection waits in its own memory.
    if (response.socket === null) bytes += response.writableLength;
  }
  return bytes;
}

/** Knows every connection, and ends those that cost more than they may. */
export function createConnections(limits: ConnectionLimits): Connections {
  const byName = new Map<string, Connection>();
  const bySocket = new WeakMap<Socket, Connection>();
  // In the order in which they became so.
  const idle = new Set<Connection>();
  const busy = new Set<Connection>();
  const counts = { evicted: 0, refused: 0, slow: 0, piled: 0 };
  let waiting = 0;

  function makeRoom(): boolean {
    if (byName.size < limits.most) return true;
    const [oldest] = idle;
    if (oldest === undefined) return false;
    idle.delete(oldest);
    oldest.socket.destroy();
    counts.evicted += 1;
    return true;
  }

  function rest(connection: Connection): void {
    busy.delete(connection);
    delete connection.behindSince;
    if (connection.socket.destroyed) return;
    if (connection.retired) connection.socket.destroySoon();
    else idle.add(connection);
  }

  function cutSlow(connection: Connection): void {
    connection.socket.destroy();
    counts.slow += 1;
  }

  /** Those whose clients do not fetch their answers, the one that waits for longest first. */
  function watch(): void {
    const now = performance.now();
    const behind: { connection: Connection; since: number; bytes: number }[] = [];
    for (const connection of busy) {
      const bytes = waitingBytes(connection);
      if (bytes === 0) delete connection.behindSince;
      else {
        connection.behindSince ??= now;
        behind.push({ connection, since: connection.behindSince, bytes });
      }
    }
    waiting = behind.reduce((sum, { bytes }) => sum + bytes, 0);
    behind.sort((a, b) => a.since - b.since);
    for (const { connection, since, bytes } of behind) {
      const patience = waiting > limits.answersBytes ? HASTE_MS : limits.answerMs;
      if (now - since < Math.min(patience, limits.answerMs)) break;
      waiting -= bytes;
      cutSlow(connection);
    }
  }
  const timer = setInterval(watch, WATCH_MS);
  timer.unref();

  return {
    opened(socket) {
      if (!makeRoom()) {
        counts.refused += 1;
        socket.destroy();
        return;
      }
      const connection: Connection = { socket, responses: new Set() };
      const name = nameOf(socket);
      byName.set(name, connection);
      bySocket.set(socket, connection);
      idle.add(connection);
      socket.once('close', () => {
        if (byName.get(name) === connection) byName.delete(name);
        idle.delete(connection);
        busy.delete(connection);
      });
    },
    secured(socket) {
      const connection = byName.get(nameOf(socket));
      // Its other end may be gone already, and its name with it.
      if (connection === undefined) socket.destroy();
      else {
        connection.socket = socket;
        bySocket.set(socket, connection);
      }
    },
    asked({ socket }, response) {
      const connection = bySocket.get(socket);
      if (connection === undefined || socket.destroyed) return false;
      if (connection.responses.size >= MAX_AT_ONCE) {
        socket.destroy();
        counts.piled += 1;
        return false;
      }
      connection.responses.add(response);
      idle.delete(connection);
      busy.add(connection);
      response.once('close', () => {
        connection.responses.delete(response);
        if (connection.responses.size === 0) rest(connection);
      });
      return true;
    },
    responses: (socket) => bySocket.get(socket)?.responses ?? [],
    load: () => ({ open: byName.size, busy: busy.size, waitingBytes: waiting, ...counts }),
    closeIdle() {
      for (const { socket } of idle) socket.destroy();
    },
    retire(afterMs) {
      const old = [...byName.values()];
      for (const connection of old) {
        connection.retired = true;
        if (connection.responses.size === 0) connection.socket.destroy();
      }
      setTimeout(() => {
        for (const { socket } of old) socket.destroy();
      }, afterMs).unref();
    },
    close() {
      clearInterval(timer);
      for (const { socket } of byName.values()) socket.destroy();
    },
  };
}
