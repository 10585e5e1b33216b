import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';

/** The client's end of a connection, with all that it has received. */
export interface RawClient {
  readonly socket: Socket;
  readonly received: () => string;
  /** Resolves when the other end, or a fault, has ended it. */
  readonly closed: Promise<void>;
}

function watched(socket: Socket): RawClient {
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, received: () => Buffer.concat(chunks).toString('latin1'), closed };
}

interface Listening {
  readonly url: string;
  readonly caFile?: string | undefined;
}

/** A TCP connection to a server, with nothing of TLS on it. */
export async function connectPlain({ url }: Listening): Promise<RawClient> {
  const socket = connectTcp(Number(new URL(url).port), '127.0.0.1');
  const client = watched(socket);
  await Promise.race([once(socket, 'connect').catch(() => undefined), client.closed]);
  return client;
}

/** A connection with its handshake done, or ended; over TLS where the server has it. */
export async function connectRaw(
  server: Listening,
  options: ConnectionOptions = {},
): Promise<RawClient> {
  const { url, caFile } = server;
  if (url.startsWith('http:')) return connectPlain(server);
  const ca = caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
  const port = Number(new URL(url).port);
  const socket: TLSSocket = connectTls({ host: '127.0.0.1', port, ...(ca && { ca }), ...options });
  const client = watched(socket);
  await Promise.race([once(socket, 'secureConnect').catch(() => undefined), client.closed]);
  return client;
}

/** The body of an answer that came over a raw connection. */
export const bodyOf = (received: string): string =>
  received.slice(received.indexOf('\r\n\r\n') + '\r\n\r\n'.length);
