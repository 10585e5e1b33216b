import type { LoadedConfig } from '../config/load.js';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { ConnectionLoad } from '../http/connections.js';
import type { App } from '../http/environment.js';
import { createOwnAddress } from '../http/own-address.js';
import { listen, type RunningServer, type ServerLimits, type ServerTls } from '../http/server.js';
import { prepareTls, type TlsMaterial, tlsChoice } from '../http/tls/tls.js';
import { createTlsKeeper } from '../http/tls/tls-keeper.js';

export interface HttpsListenerParts {
  readonly config: Pick<LoadedConfig, 'server' | 'limits' | 'data_dir'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A listening socket that the service manager opened, instead of `server.host` and `port`. */
  readonly socket?: number | undefined;
  /** Told of every connection that was turned away for want of a certificate. */
  readonly noteRefusal: (remoteAddress: string | undefined) => void;
  /** Told of every request that was no HTTP. */
  readonly noteMalformed: (status: number) => void;
}

/** Where clients come in: the listening server, its certificate and its names. */
export interface HttpsListener {
  listen(app: App): Promise<{ url: string; caFile?: string }>;
  /** Takes over a certificate that was renewed. */
  renewTls(): Promise<void>;
  drain(): Promise<void>;
  /** How links begin, by the `Host` that was asked for. */
  address(host: string | undefined): string;
  /** @throws AppError `overloaded` when too much of what was answered is not fetched */
  admit(): void;
  load(): ConnectionLoad;
  certificateEnds(): number | undefined;
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

const ofServer = ({ cert, key, clientCa }: TlsMaterial): ServerTls => ({
  cert,
  key,
  ...(clientCa !== undefined && { clientCa }),
});

export function createHttpsListener(parts: HttpsListenerParts): HttpsListener {
  const { config, clock, logger, noteRefusal } = parts;
  const { host, port, tls } = config.server;
  const { names } = tls;
  const scheme = tls.mode === 'off' ? 'http' : 'https';
  let address = createOwnAddress({ url: `${scheme}://localhost:${port}`, names });
  let server: RunningServer | undefined;

  function callIt(url: string, certificate?: string): void {
    address = createOwnAddress({ url, names, ...(certificate !== undefined && { certificate }) });
  }

  const keeper = createTlsKeeper({
    read: () => prepareTls(tlsChoice(tls), config.data_dir, clock()),
    taken(material) {
      if (server === undefined) return;
      server.renew(ofServer(material), config.server.drain_timeout_s * SECOND_MS);
      callIt(server.url, material.cert);
    },
    clock,
    logger,
  });

  return {
    async listen(app) {
      const material = await keeper.open();
      server = await listen(app, {
        host,
        port,
        descriptor: parts.socket,
        clock,
        limits: limitsOf(config),
        tls: material && ofServer(material),
        events: {
          malformed({ requestId, status, remoteAddress: remote }) {
            parts.noteMalformed(status);
            logger.info({ request_id: requestId, status, remote }, 'malformed request');
          },
          uncertified(remote, reason) {
            noteRefusal(remote);
            logger.warn({ remote, reason }, 'client without a certificate turned away');
          },
        },
      });
      callIt(server.url, material?.cert);
      const { caFile } = material ?? {};
      return { url: server.url, ...(caFile !== undefined && { caFile }) };
    },
    renewTls: keeper.renew,
    drain: async () => server?.drain(config.server.drain_timeout_s * SECOND_MS),
    address: (asked) => address(asked),
    admit() {
      const { waitingBytes } = server?.load() ?? CLOSED;
      if (waitingBytes <= config.limits.answers_in_flight_bytes) return;
      const message = 'Too many answers wait for their clients to fetch them.';
      throw new AppError('overloaded', message, { retryAfterSeconds: 5 });
    },
    load: () => server?.load() ?? CLOSED,
    certificateEnds: keeper.expiresAt,
  };
}
