import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createNetworks, plainAddress } from '../../core/networks.js';
import type { ReceivedObject, Reception } from '../../core/received-object.js';
import type { CommitmentReport, CommitmentRequest } from '../../core/storage-commitment.js';
import { MAX_PDU_BYTES } from '../dimse.js';
import { PduGuard } from './pdu-guard.js';
import { createPeerLookup } from './peers.js';
import type { ListenerSettings } from './settings.js';
import { type AssociationRefusal, StorageScp } from './storage-scp.js';

/** Why a connection came to nothing. */
export type ConnectionRefusal = AssociationRefusal | 'address' | 'protocol';

export interface ListenerEvents {
  store(object: ReceivedObject): Promise<Reception>;
  requestCommitment(request: CommitmentRequest): Promise<CommitmentReport | undefined>;
  commitmentReported(request: CommitmentRequest): void;
  refused(remoteAddress: string, why: ConnectionRefusal): void;
}

export interface Listener {
  readonly port: number;
  /** Takes no further connections, and ends those that are open. */
  close(): Promise<void>;
}

/** Connections that have not become associations yet count too. */
const CONNECTIONS_PER_ASSOCIATION = 4;
/** For peers with certificates of the past two decades: the BCP 195 profile (PS3.15 section B.9). */
const MIN_TLS_VERSION = 'TLSv1.2';

/** The connections of a listener. */
class Connections {
  readonly #settings: ListenerSettings;
  readonly #events: ListenerEvents;
  readonly #isKnown: (address: string) => boolean;
  readonly #peerOf: ReturnType<typeof createPeerLookup>;
  readonly #open = new Set<Socket>();
  #associations = 0;

  constructor(settings: ListenerSettings, events: ListenerEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#isKnown = createNetworks(settings.peers.flatMap(({ addresses }) => addresses));
    this.#peerOf = createPeerLookup(settings.peers);
  }

  take(socket: Socket): void {
    const remoteAddress = plainAddress(socket.remoteAddress ?? '');
    socket.on('error', () => socket.destroy());
    const { maxAssociations } = this.#settings;
    if (!this.#isKnown(remoteAddress)) {
      this.#refuse(socket, remoteAddress, 'address');
    } else if (this.#open.size >= maxAssociations * CONNECTIONS_PER_ASSOCIATION) {
      this.#refuse(socket, remoteAddress, 'busy');
    } else {
      this.#open.add(socket);
      this.#guard(socket, remoteAddress);
      this.#serve(socket, remoteAddress);
    }
  }

  closeAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #refuse(socket: Socket, remoteAddress: string, why: ConnectionRefusal): void {
    this.#events.refused(remoteAddress, why);
    socket.destroy();
  }

  /** Before the library reads: what is not valid does not reach it. */
  #guard(socket: Socket, remoteAddress: string): void {
    const guard = new PduGuard(MAX_PDU_BYTES);
    socket.on('data', (chunk: Buffer) => {
      if (guard.accept(chunk)) return;
      socket.removeAllListeners('data');
      this.#refuse(socket, remoteAddress, 'protocol');
    });
  }

  #serve(socket: Socket, remoteAddress: string): void {
    let isAssociated = false;
    const { folder, idleMs, maxObjectBytes, maxAssociations } = this.#settings;
    const scp = new StorageScp(socket, {
      folder,
      idleMs,
      maxObjectBytes,
      maxPduBytes: MAX_PDU_BYTES,
      remoteAddress,
      refuse: (callingAe, calledAe) => {
        const refusal =
          this.#whyNot(callingAe, calledAe, remoteAddress) ??
          (this.#associations >= maxAssociations ? 'busy' : undefined);
        if (refusal !== undefined) this.#events.refused(remoteAddress, refusal);
        else if (!isAssociated) {
          isAssociated = true;
          this.#associations += 1;
        }
        return refusal;
      },
      store: (object) => this.#events.store(object),
      requestCommitment: (request) => this.#events.requestCommitment(request),
      commitmentReported: (request) => this.#events.commitmentReported(request),
    });
    socket.once('close', () => {
      this.#open.delete(socket);
      if (isAssociated) this.#associations -= 1;
      void scp.end();
    });
  }

  #whyNot(
    callingAe: string,
    calledAe: string,
    remoteAddress: string,
  ): AssociationRefusal | undefined {
    if (calledAe !== this.#settings.aeTitle) return 'called-ae-title';
    return this.#peerOf(callingAe, remoteAddress) === undefined ? 'calling-ae-title' : undefined;
  }
}

function createSocketServer(
  { tls }: ListenerSettings,
  onConnection: (socket: Socket) => void,
): Server {
  if (tls === undefined) return createServer({ noDelay: true }, onConnection);
  const { cert, key, clientCa } = tls;
  return createTlsServer(
    {
      cert,
      key,
      minVersion: MIN_TLS_VERSION,
      noDelay: true,
      ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
    },
    onConnection,
  );
}

/**
 * Listens for DICOM associations: C-ECHO and C-STORE of the classes and transfer syntaxes that are read.
 *
 * @throws the error of the socket when it cannot listen
 */
export async function listen(
  settings: ListenerSettings,
  events: ListenerEvents,
): Promise<Listener> {
  const connections = new Connections(settings, events);
  const server = createSocketServer(settings, (socket) => connections.take(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : settings.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        connections.closeAll();
      }),
  };
}
