import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Connection } from './connection.js';
import { slowClients, type UnreadLimits, type WaitingClient } from './slow-clients.js';

export interface ConnectionLimits extends UnreadLimits {
  /** Above this, the connection that has been idle longest is closed. */
  readonly connections: number;
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

const WATCH_MS = 250;

/**
 * Requests that are sent behind one another are all begun at once, and hold up everybody else's. No
 * known client sends so many before it has got an answer.
 */
const MAX_AT_ONCE = 100;

/** Both sockets of a connection over TLS have the same ends. */
const nameOf = ({ remoteAddress, remotePort, localAddress }: Socket) =>
  `${remoteAddress} ${remotePort} ${localAddress}`;

/** Knows every connection, and ends those that cost more than they may. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #byName = new Map<string, Connection>();
  readonly #bySocket = new WeakMap<Socket, Connection>();
  // In the order in which they became so.
  readonly #idle = new Set<Connection>();
  readonly #busy = new Set<Connection>();
  readonly #counts = { evicted: 0, refused: 0, slow: 0, piled: 0 };
  readonly #timer: NodeJS.Timeout;
  #waitingBytes = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#cutSlow(), WATCH_MS);
    this.#timer.unref();
  }

  /** A connection was made; the TLS handshake is still to come. */
  add(socket: Socket): void {
    if (!this.#makeRoom()) {
      this.#counts.refused += 1;
      socket.destroy();
      return;
    }
    const connection = new Connection(socket);
    const name = nameOf(socket);
    this.#byName.set(name, connection);
    this.#bySocket.set(socket, connection);
    this.#idle.add(connection);
    socket.once('close', () => this.#forget(name, connection));
  }

  /** The TLS handshake of a connection is done. */
  secure(socket: TLSSocket): void {
    const connection = this.#byName.get(nameOf(socket));
    // Its other end may be gone already, and its name with it.
    if (connection === undefined) socket.destroy();
    else {
      connection.socket = socket;
      this.#bySocket.set(socket, connection);
    }
  }

  /** Whether a request may be answered; false where its connection was closed. */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined || socket.destroyed) return false;
    if (connection.responses.size >= MAX_AT_ONCE) {
      socket.destroy();
      this.#counts.piled += 1;
      return false;
    }
    connection.responses.add(response);
    this.#idle.delete(connection);
    this.#busy.add(connection);
    response.once('close', () => {
      connection.responses.delete(response);
      if (connection.isIdle) this.#rest(connection);
    });
    return true;
  }

  /** To the requests that are under way on a connection, the first one first. */
  responses(socket: Socket): Iterable<ServerResponse> {
    return this.#bySocket.get(socket)?.responses ?? [];
  }

  load(): ConnectionLoad {
    return {
      open: this.#byName.size,
      busy: this.#busy.size,
      waitingBytes: this.#waitingBytes,
      ...this.#counts,
    };
  }

  /** Closes those that have nothing under way. */
  closeIdle(): void {
    for (const { socket } of this.#idle) socket.destroy();
  }

  /** Closes the idle ones, and those that are busy when they become idle or after this time. */
  retire(afterMs: number): void {
    const old = [...this.#byName.values()];
    for (const connection of old) {
      connection.retired = true;
      if (connection.isIdle) connection.socket.destroy();
    }
    setTimeout(() => {
      for (const { socket } of old) socket.destroy();
    }, afterMs).unref();
  }

  /** Closes all connections and stops watching. */
  close(): void {
    clearInterval(this.#timer);
    for (const { socket } of this.#byName.values()) socket.destroy();
  }

  /** Closes the connection that has been idle longest where a new one would be too many. */
  #makeRoom(): boolean {
    if (this.#byName.size < this.#limits.connections) return true;
    const [oldest] = this.#idle;
    if (oldest === undefined) return false;
    this.#idle.delete(oldest);
    oldest.socket.destroy();
    this.#counts.evicted += 1;
    return true;
  }

  #rest(connection: Connection): void {
    this.#busy.delete(connection);
    connection.rest();
    if (connection.socket.destroyed) return;
    if (connection.retired) connection.socket.destroySoon();
    else this.#idle.add(connection);
  }

  #forget(name: string, connection: Connection): void {
    if (this.#byName.get(name) === connection) this.#byName.delete(name);
    this.#idle.delete(connection);
    this.#busy.delete(connection);
  }

  #cutSlow(): void {
    const now = performance.now();
    const clients: WaitingClient<Connection>[] = [];
    for (const connection of this.#busy) {
      const unread = connection.observe(now);
      if (unread !== undefined) clients.push({ connection, ...unread });
    }
    const { slow, waitingBytes } = slowClients(clients, this.#limits, now);
    for (const { socket } of slow) socket.destroy();
    this.#counts.slow += slow.length;
    this.#waitingBytes = waitingBytes;
  }
}
