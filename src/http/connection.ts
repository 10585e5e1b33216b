import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of answers that a client has not fetched, and since when there are some. */
export interface UnreadAnswers {
  readonly bytes: number;
  readonly since: number;
}

/** One connection of a client. */
export class Connection {
  /** The one to read and write: over the other, where there is TLS. */
  socket: Socket;
  /** To the requests that are under way, the first one first. */
  readonly responses = new Set<ServerResponse>();
  /** To be closed when it becomes idle. */
  retired = false;
  #unreadSince: number | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  get isIdle(): boolean {
    return this.responses.size === 0;
  }

  /**
   * Looks whether the client has fetched its answers.
   *
   * @returns undefined when nothing waits for it
   */
  observe(now: number): UnreadAnswers | undefined {
    const bytes = this.#unreadBytes();
    if (bytes === 0) {
      this.#unreadSince = undefined;
      return undefined;
    }
    this.#unreadSince ??= now;
    return { bytes, since: this.#unreadSince };
  }

  /** All answers are out: what comes next has its own time. */
  rest(): void {
    this.#unreadSince = undefined;
  }

  #unreadBytes(): number {
    let bytes = this.socket.writableLength;
    for (const response of this.responses) {
      // An answer behind another one on the same connection waits in its own memory.
      if (response.socket === null) bytes += response.writableLength;
    }
    return bytes;
  }
}
