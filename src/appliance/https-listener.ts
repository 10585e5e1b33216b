import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { ConnectionLoad } from '../http/connections.js';
import type { App } from '../http/environment.js';
import { createOwnAddress, type OwnAddress } from '../http/own-address.js';
import {
  listen,
  type RunningServer,
  type ServerEvents,
  type ServerLimits,
  type ServerTls,
} from '../http/server.js';
import { prepareTls, type TlsMaterial, tlsChoice } from '../http/tls/tls.js';
import { createTlsKeeper, type TlsKeeper } from '../http/tls/tls-keeper.js';
import type { LoadedConfig } from './config/load.js';

export interface HttpsListenerParts {
  readonly config: Pick<LoadedConfig, 'server' | 'limits' | 'data_dir'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A listening socket that the service manager opened, instead of `server.host` and `port`. */
  readonly socket?: number | undefined;
  /** Called for every connection that was rejected for lack of a certificate. */
  readonly noteRefusal: (remoteAddress: string | undefined) => void;
  /** Called for every request that was not valid HTTP. */
  readonly noteMalformed: (status: number) => void;
}

const SECOND_MS = 1_000;
const CLOSED: ConnectionLoad = {
  open: 0,
  busy: 0,
  waitingBytes: 0,
  evicted: 0,
  refused: 0,
  slow: 0,
  piled: 0,
};

function limitsOf({ server, limits }: HttpsListenerParts['config']): ServerLimits {
  return {
    connections: server.max_connections,
    idleMs: server.idle_timeout_s * SECOND_MS,
    headersMs: server.headers_timeout_s * SECOND_MS,
    requestMs: server.request_timeout_s * SECOND_MS,
    answerMs: server.answer_timeout_s * SECOND_MS,
    headerBytes: limits.header_bytes,
    answersBytes: limits.answers_in_flight_bytes,
  };
}

const serverTls = ({ cert, key, clientCa }: TlsMaterial): ServerTls => ({
  cert,
  key,
  ...(clientCa !== undefined && { clientCa }),
});

const eventsOf = ({ noteMalformed, noteRefusal, logger }: HttpsListenerParts): ServerEvents => ({
  malformed({ requestId, status, remoteAddress: remote }) {
    noteMalformed(status);
    logger.info({ request_id: requestId, status, remote }, 'malformed request');
  },
  uncertified(remote, reason) {
    noteRefusal(remote);
    logger.warn({ remote, reason }, 'client without a certificate turned away');
  },
});

/** The listening server, its certificate and its names. */
export class HttpsListener {
  readonly #parts: HttpsListenerParts;
  readonly #drainMs: number;
  readonly #keeper: TlsKeeper;
  #address: OwnAddress;
  #server: RunningServer | undefined;

  constructor(parts: HttpsListenerParts) {
    const { config, clock, logger } = parts;
    const { port, tls, drain_timeout_s } = config.server;
    const scheme = tls.mode === 'off' ? 'http' : 'https';
    this.#parts = parts;
    this.#drainMs = drain_timeout_s * SECOND_MS;
    this.#address = this.#addressOf(`${scheme}://localhost:${port}`);
    this.#keeper = createTlsKeeper({
      read: () => prepareTls(tlsChoice(tls), config.data_dir, clock()),
      taken: (material) => this.#renew(material),
      clock,
      logger,
    });
  }

  async listen(app: App): Promise<{ url: string; caFile?: string }> {
    const { config, clock, socket } = this.#parts;
    const { host, port } = config.server;
    const material = await this.#keeper.open();
    const server = await listen(app, {
      host,
      port,
      descriptor: socket,
      clock,
      limits: limitsOf(config),
      tls: material && serverTls(material),
      events: eventsOf(this.#parts),
    });
    this.#server = server;
    this.#address = this.#addressOf(server.url, material?.cert);
    const { caFile } = material ?? {};
    return { url: server.url, ...(caFile !== undefined && { caFile }) };
  }

  /** Applies a renewed certificate, if there is one. */
  renewTls(): Promise<boolean> {
    return this.#keeper.renew();
  }

  async drain(): Promise<void> {
    await this.#server?.drain(this.#drainMs);
  }

  /** Returns the prefix of links, from the `Host` of a request. */
  address(host: string | undefined): string {
    return this.#address(host);
  }

  /** @throws AppError `overloaded` when too many answers are not yet received by their clients */
  admit(): void {
    const { waitingBytes } = this.load();
    if (waitingBytes <= this.#parts.config.limits.answers_in_flight_bytes) return;
    const message = 'Too many answers wait for their clients to fetch them.';
    throw new AppError('overloaded', message, { retryAfterSeconds: 5 });
  }

  load(): ConnectionLoad {
    return this.#server?.load() ?? CLOSED;
  }

  certificateEnds(): number | undefined {
    return this.#keeper.expiresAt();
  }

  #renew(material: TlsMaterial): void {
    if (this.#server === undefined) return;
    this.#server.renew(serverTls(material), this.#drainMs);
    this.#address = this.#addressOf(this.#server.url, material.cert);
  }

  #addressOf(url: string, certificate?: string): OwnAddress {
    const { names } = this.#parts.config.server.tls;
    return createOwnAddress({ url, names, ...(certificate !== undefined && { certificate }) });
  }
}
