import type { Socket } from 'node:net';
import type { association, requests, responses } from 'dcmjs-dimse';
import { connectOutbound } from '../../core/outbound-client.js';
import type { Destination } from '../../core/sent-object.js';
import { dimse, MAX_PDU_BYTES } from '../dimse.js';
import { PduGuard } from '../listener/pdu-guard.js';
import { connectionFault, DestinationFault } from './fault.js';

export type DimseDestination = Extract<Destination, { service: 'dimse' }>;

/** A class and the transfer syntaxes in which it is proposed. */
export interface ProposedContext {
  readonly sopClassUid: string;
  readonly transferSyntaxUids: readonly string[];
  /** We have the role of the provider, and send events. */
  readonly isProvider?: boolean;
}

const CONNECT_MS = 10_000;
/** Without any byte for this long the other side counts as gone. */
const IDLE_MS = 60_000;
const RELEASE_MS = 5_000;

const isPending = (status: number) => status >> 8 === 0xff;

/** An association that we have opened: requests are sent one after the other. */
export class Association extends dimse.Scp {
  readonly #socket: Socket;
  readonly #proposal: association.Association;
  /** Rejects when the association has ended in any other way than by `release`. */
  readonly #broken: Promise<never>;
  #break: (fault: DestinationFault) => void = () => undefined;

  private constructor(socket: Socket, proposal: association.Association) {
    super(socket, { connectTimeout: IDLE_MS });
    this.#socket = socket;
    this.#proposal = proposal;
    this.#broken = new Promise((_, reject) => {
      this.#break = (fault) => {
        reject(fault);
        socket.destroy();
      };
    });
    this.#broken.catch(() => undefined);
    const guard = new PduGuard(MAX_PDU_BYTES, 'called');
    // Before the library reads: what is not valid does not reach it.
    socket.prependListener('data', (chunk: Buffer) => {
      if (!guard.accept(chunk)) this.#break(new DestinationFault('invalid_answer'));
    });
    socket.prependListener('timeout', () => this.#break(new DestinationFault('timeout')));
    const lost = () => this.#break(new DestinationFault('no_connection'));
    this.on('networkError', lost);
    this.on('close', lost);
    this.on('associationRejected', () => {
      this.#break(new DestinationFault('association_rejected'));
    });
  }

  /**
   * Connects and negotiates.
   *
   * @throws DestinationFault
   */
  static async open(
    { host, port, tls, aeTitle, callingAeTitle }: DimseDestination,
    contexts: readonly ProposedContext[],
    signal: AbortSignal,
  ): Promise<Association> {
    const terms = { host, port, tls, connectMs: CONNECT_MS, fault: connectionFault };
    const proposal = new dimse.association.Association(callingAeTitle, aeTitle);
    proposal.setMaxPduLength(MAX_PDU_BYTES);
    for (const { sopClassUid, transferSyntaxUids, isProvider } of contexts) {
      const id = proposal.addPresentationContext(sopClassUid);
      if (isProvider) {
        proposal.getPresentationContext(id).setUserRole(false);
        proposal.getPresentationContext(id).setProviderRole(true);
      }
      for (const uid of transferSyntaxUids) {
        proposal.addTransferSyntaxToPresentationContext(id, uid);
      }
    }
    const opened = new Association(await connectOutbound(terms, signal), proposal);
    signal.addEventListener('abort', () => opened.end(), { once: true });
    const accepted = new Promise<void>((resolve) => {
      opened.once('associationAccepted', () => resolve());
    });
    opened.sendAssociationRequest(proposal);
    await opened.#orBroken(accepted);
    return opened;
  }

  /** Whether the other side takes objects of a class in a transfer syntax. */
  accepts(sopClassUid: string, transferSyntaxUid: string): boolean {
    return this.#proposal.getPresentationContexts().some(({ context }) => {
      return (
        context.getResult() === dimse.constants.PresentationContextResult.Accept &&
        context.getAbstractSyntaxUid() === sopClassUid &&
        context.getAcceptedTransferSyntaxUid() === transferSyntaxUid
      );
    });
  }

  /** Sends a request; resolves with its final status. `onPending` is called with each answer before it. */
  async request(
    request: requests.Request,
    onPending: (response: responses.Response) => void = () => undefined,
  ): Promise<number> {
    const answered = new Promise<number>((resolve) => {
      request.on('response', (response: responses.Response) => {
        const status = response.getStatus();
        if (isPending(status)) onPending(response);
        else resolve(status);
      });
    });
    this.sendRequests(request);
    return this.#orBroken(answered);
  }

  /** Ends it in order; resolves also where the other side does not answer. */
  async release(): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.once('associationReleaseResponse', () => resolve());
      setTimeout(resolve, RELEASE_MS).unref();
    });
    this.sendAssociationReleaseRequest();
    await this.#orBroken(answered).catch(() => undefined);
    this.end();
  }

  end(): void {
    this.#socket.destroy();
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse();
    this.#break(new DestinationFault('association_aborted'));
  }

  override abort(): void {
    this.#break(new DestinationFault('association_aborted'));
  }

  #orBroken<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#broken]);
  }
}
