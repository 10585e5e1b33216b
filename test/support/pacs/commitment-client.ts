import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import dimse, { type association, type requests, type responses } from 'dcmjs-dimse';
import { HANG_MS } from '../hang.js';

const COMMITMENT = '1.2.840.10008.1.20.1';
const INSTANCE = '1.2.840.10008.1.20.1.1';

dimse.log.disableAll();

/** What a node is told: the event, and the objects that it names. */
export interface ToldEvent {
  readonly event: number;
  readonly transaction: string;
  readonly held: readonly string[];
  readonly failed: readonly (readonly [instance: string, reason: number])[];
}

interface Item {
  readonly ReferencedSOPInstanceUID: string;
  readonly FailureReason: number;
}

const itemsOf = (value: unknown) => [value ?? []].flat() as Item[];

function toldBy(request: requests.NEventReportRequest): ToldEvent {
  const elements = (request.getDataset()?.getElements() ?? {}) as Record<string, unknown>;
  return {
    event: request.getEventTypeId(),
    transaction: String(elements.TransactionUID),
    held: itemsOf(elements.ReferencedSOPSequence).map((one) => one.ReferencedSOPInstanceUID),
    failed: itemsOf(elements.FailedSOPSequence).map(
      (one) => [one.ReferencedSOPInstanceUID, one.FailureReason] as const,
    ),
  };
}

function acknowledged(request: requests.NEventReportRequest): responses.NEventReportResponse {
  const response = dimse.responses.NEventReportResponse.fromRequest(request);
  response.setStatus(0);
  return response;
}

export interface CommitmentOptions {
  readonly port: number;
  readonly callingAe: string;
  readonly transaction: string;
  readonly references: readonly (readonly [sopClass: string, instance: string])[];
  /** Of the request: by default the well-known one. */
  readonly instance?: string;
  readonly action?: number;
  /** The association stays open until it is told. */
  readonly waits?: boolean;
}

/** Asks for storage commitment, with the client of dcmjs-dimse. */
export async function askForCommitment(
  options: CommitmentOptions,
): Promise<{ readonly status: number; readonly told?: ToldEvent }> {
  const { port, callingAe, transaction, references, instance = INSTANCE, action = 1 } = options;
  const client = new dimse.Client();
  const request = new dimse.requests.NActionRequest(COMMITMENT, instance, action);
  request.setDataset(
    new dimse.Dataset({
      TransactionUID: transaction,
      ReferencedSOPSequence: references.map(([sopClass, uid]) => ({
        ReferencedSOPClassUID: sopClass,
        ReferencedSOPInstanceUID: uid,
      })),
    }),
  );
  let status = -1;
  let told: ToldEvent | undefined;
  request.on('response', (response: responses.Response) => {
    status = response.getStatus();
  });
  client.addRequest(request);
  client.on(
    'nEventReportRequest',
    (sent: requests.NEventReportRequest, respond: (one: responses.Response) => void) => {
      told = toldBy(sent);
      respond(acknowledged(sent));
    },
  );
  const lingers = options.waits ? { associationLingerTimeout: 1_000 } : {};
  const closed = once(client, 'closed');
  client.send('127.0.0.1', port, callingAe, 'WARDBOX', lingers);
  await closed;
  return { status, ...(told !== undefined && { told }) };
}

/** A node that is told on associations of the box. */
export class ToldNode {
  readonly told: ToldEvent[] = [];
  readonly #server: dimse.Server;

  constructor(port: number) {
    const { told } = this;
    class Node extends dimse.Scp {
      override associationRequested(request: association.Association): void {
        for (const { context } of request.getPresentationContexts()) {
          const [syntax] = context.getTransferSyntaxUids();
          const isOurs = context.getAbstractSyntaxUid() === COMMITMENT;
          const isProvider = context.getProviderRole() === true;
          if (isOurs && isProvider) context.setResult(0, syntax);
          else context.setResult(3);
        }
        this.sendAssociationAccept();
      }

      override associationReleaseRequested(): void {
        this.sendAssociationReleaseResponse();
      }

      override nEventReportRequest(
        request: requests.NEventReportRequest,
        respond: (response: responses.NEventReportResponse) => void,
      ): void {
        told.push(toldBy(request));
        respond(acknowledged(request));
      }
    }
    this.#server = new dimse.Server(Node);
    this.#server.on('networkError', () => undefined);
    this.#server.listen(port);
  }

  /** Resolves when it has been told so often. */
  async wait(count: number): Promise<void> {
    const end = Date.now() + HANG_MS;
    while (this.told.length < count && Date.now() < end) await pause(50);
  }

  close(): void {
    this.#server.close();
  }
}
