import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import dimse, { type association, type requests, type responses } from 'dcmjs-dimse';
import type { ObjectHeader, ReceivedObject, Reception } from '../../core/received-object.js';
import { openSealedFile, partOfSealedFile } from '../../core/sealed-file.js';
import type { CommitmentReport, CommitmentRequest } from '../../core/storage-commitment.js';
import { checkWhole, type ObjectHead, readObjectHead } from '../../media/dicom/object-header.js';
import { PictureFault } from '../../media/picture-fault.js';
import { makeFileMeta } from '../file-meta.js';
import {
  makeReport,
  REQUEST_COMMITMENT,
  readCommitmentRequest,
  STORAGE_COMMITMENT,
  STORAGE_COMMITMENT_INSTANCE,
} from '../storage-commitment.js';
import { ObjectSink, SinkFault, type WrittenObject } from './object-sink.js';
import { negotiate } from './presentation.js';

const { PresentationContextResult, RejectReason, RejectResult, RejectSource, Status } =
  dimse.constants;

/** Statuses of C-STORE (PS3.4 table B.2-1, PS3.7 annex C). */
const STORE_STATUS = {
  success: Status.Success,
  duplicate: Status.DuplicateSOPInstance,
  outOfResources: 0xa7_00,
  otherClass: 0xa9_00,
  notUnderstood: 0xc0_00,
} as const;

/** Statuses of N-ACTION (PS3.7 annex C). */
const ACTION_STATUS = {
  processingFailure: 0x01_10,
  noSuchInstance: 0x01_12,
  invalidArgument: 0x01_15,
  noSuchClass: 0x01_18,
  noSuchAction: 0x01_23,
} as const;

/** Why an association is refused. */
export type AssociationRefusal = 'called-ae-title' | 'calling-ae-title' | 'busy';

const REFUSALS: Readonly<Record<AssociationRefusal, readonly [number, number, number]>> = {
  'called-ae-title': [
    RejectResult.Permanent,
    RejectSource.ServiceUser,
    RejectReason.CalledAeNotRecognized,
  ],
  'calling-ae-title': [
    RejectResult.Permanent,
    RejectSource.ServiceUser,
    RejectReason.CallingAeNotRecognized,
  ],
  busy: [
    RejectResult.Transient,
    RejectSource.ServiceProviderPresentation,
    RejectReason.LocalLimitExceeded,
  ],
};

export interface StorageScpOptions {
  readonly folder: string;
  readonly maxObjectBytes: number;
  readonly idleMs: number;
  readonly maxPduBytes: number;
  readonly remoteAddress: string;
  /** Decides on an association; undefined: it is accepted. */
  readonly refuse: (callingAe: string, calledAe: string) => AssociationRefusal | undefined;
  /** Keeps an object; resolves when it is on disk and cannot be lost. */
  readonly store: (object: ReceivedObject) => Promise<Reception>;
  /** Answers when the request is on the disk; with a report where it is to be sent at once. */
  readonly requestCommitment: (request: CommitmentRequest) => Promise<CommitmentReport | undefined>;
  /** Such a report was acknowledged. */
  readonly commitmentReported: (request: CommitmentRequest) => void;
}

/** A data set whose last byte has come. */
interface ArrivedObject {
  readonly sink: ObjectSink;
  readonly transferSyntaxUid: string;
}

/** The answer to a C-STORE. */
interface StoreAnswer {
  readonly status: number;
  /** At most 64 characters (PS3.7 annex C), nothing of the object in it. */
  readonly comment?: string;
}

/** Serves one association: verification, storage and storage commitment. */
export class StorageScp extends dimse.Scp {
  readonly #socket: Socket;
  readonly #options: StorageScpOptions;
  readonly #open = new Set<ObjectSink>();
  #isAccepted = false;
  #isEnded = false;
  #callingAeTitle = '';
  #arrived: ArrivedObject | undefined;

  constructor(socket: Socket, options: StorageScpOptions) {
    super(socket, { connectTimeout: options.idleMs });
    this.#socket = socket;
    this.#options = options;
    this.on('networkError', () => socket.destroy());
  }

  override associationRequested(request: association.Association): void {
    const callingAe = request.getCallingAeTitle();
    const refusal = this.#options.refuse(callingAe, request.getCalledAeTitle());
    if (refusal !== undefined) {
      this.sendAssociationReject(...REFUSALS[refusal]);
      // What was sent without waiting for the answer is not read.
      this.#socket.end();
      return;
    }
    this.#callingAeTitle = callingAe;
    this.#isAccepted = true;
    const peerMaxPduBytes = request.getMaxPduLength();
    request.setMaxPduLength(this.#options.maxPduBytes);
    for (const { context } of request.getPresentationContexts()) answerContext(context);
    this.sendAssociationAccept();
    // What we send is as long as the peer takes; 0 stands for any length.
    request.setMaxPduLength(peerMaxPduBytes);
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse();
  }

  override abort(): void {
    this.#socket.destroy();
  }

  override cEchoRequest(
    request: requests.CEchoRequest,
    respond: (response: responses.CEchoResponse) => void,
  ): void {
    if (!this.#isAccepted) return void this.#socket.destroy();
    const response = dimse.responses.CEchoResponse.fromRequest(request);
    response.setStatus(Status.Success);
    respond(response);
  }

  override createStoreWritableStream(
    context: association.PresentationContext,
    request: requests.CStoreRequest,
  ): Writable {
    if (!this.#isAccepted || context.getResult() !== PresentationContextResult.Accept) {
      // The library ends the connection.
      throw new Error('an object came without an accepted presentation context');
    }
    const sink = new ObjectSink({
      folder: this.#options.folder,
      maxBytes: this.#options.maxObjectBytes,
      fileMeta: makeFileMeta({
        sopClassUid: request.getAffectedSopClassUid(),
        sopInstanceUid: request.getAffectedSopInstanceUid(),
        transferSyntaxUid: context.getAcceptedTransferSyntaxUid() ?? '',
        sourceAeTitle: this.#callingAeTitle,
      }),
      onPressure: (isHigh) => void (isHigh ? this.#socket.pause() : this.#socket.resume()),
    });
    // What came before the end may be read after it.
    if (this.#isEnded) void sink.discard();
    else this.#open.add(sink);
    return sink;
  }

  /** The data set stays bytes: it is not parsed here. */
  override createDatasetFromStoreWritableStream(
    stream: Writable,
    context: association.PresentationContext,
    callback: (dataset: dimse.Dataset) => void,
  ): void {
    const transferSyntaxUid = context.getAcceptedTransferSyntaxUid() ?? '';
    if (stream instanceof ObjectSink) this.#arrived = { sink: stream, transferSyntaxUid };
    callback(new dimse.Dataset({}));
  }

  override cStoreRequest(
    request: requests.CStoreRequest,
    respond: (response: responses.CStoreResponse) => void,
  ): void {
    const arrived = this.#arrived;
    this.#arrived = undefined;
    void this.#store(request, arrived).then(({ status, comment }) => {
      const response = dimse.responses.CStoreResponse.fromRequest(request);
      response.setStatus(status);
      if (comment !== undefined) response.setErrorComment(comment);
      respond(response);
    });
  }

  override nActionRequest(
    request: requests.NActionRequest,
    respond: (response: responses.NActionResponse) => void,
  ): void {
    if (!this.#isAccepted) return void this.#socket.destroy();
    const answer = (status: number) => {
      const response = dimse.responses.NActionResponse.fromRequest(request);
      response.setStatus(status);
      respond(response);
    };
    const fault = actionFault(request);
    const asked = readCommitmentRequest(request.getDataset()?.getElements());
    if (fault !== undefined || asked === undefined) {
      answer(fault ?? ACTION_STATUS.invalidArgument);
      return;
    }
    const { remoteAddress, requestCommitment } = this.#options;
    const commitment = { ...asked, callingAeTitle: this.#callingAeTitle, remoteAddress };
    void requestCommitment(commitment).then(
      (report) => {
        answer(Status.Success);
        if (report !== undefined) this.#report(commitment, report);
      },
      () => answer(ACTION_STATUS.processingFailure),
    );
  }

  /** Reports on this association. Where it ends before, the node has to ask again. */
  #report(commitment: CommitmentRequest, report: CommitmentReport): void {
    const request = makeReport(report);
    request.on('response', (response: responses.Response) => {
      if (response.getStatus() === Status.Success) this.#options.commitmentReported(commitment);
    });
    this.sendRequests(request);
  }

  /** Removes what was being received when the connection ended. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const open = [...this.#open];
    this.#open.clear();
    await Promise.all(open.map((sink) => sink.discard()));
  }

  async #store(
    request: requests.CStoreRequest,
    arrived: ArrivedObject | undefined,
  ): Promise<StoreAnswer> {
    if (arrived === undefined) return notUnderstood('the request has no data set');
    // It has come whole: the end of the connection does not remove it any more.
    this.#open.delete(arrived.sink);
    let written: WrittenObject;
    try {
      written = await arrived.sink.finish();
    } catch (error) {
      const isLarge = error instanceof SinkFault && error.kind === 'too-large';
      const comment = isLarge ? 'larger than the limit' : 'no room to store it';
      return { status: STORE_STATUS.outOfResources, comment };
    }
    const read = await inspect(written, arrived.transferSyntaxUid, request);
    if ('header' in read) return this.#keep(arrived.sink, read.header, written);
    await arrived.sink.discard();
    return read;
  }

  async #keep(
    sink: ObjectSink,
    header: ObjectHeader,
    { file, sha256 }: WrittenObject,
  ): Promise<StoreAnswer> {
    const { remoteAddress, store } = this.#options;
    try {
      const object = { header, file, sha256, callingAeTitle: this.#callingAeTitle, remoteAddress };
      const reception = await store(object);
      if (reception === 'kept') return { status: STORE_STATUS.success };
      await sink.discard();
      if (reception === 'same') return { status: STORE_STATUS.success };
      return reception === 'full'
        ? { status: STORE_STATUS.outOfResources, comment: 'no room to store it' }
        : { status: STORE_STATUS.duplicate, comment: 'another object has this SOP Instance UID' };
    } catch {
      // Whether it was kept is not known: its file stays, and is removed at the next start if it was not.
      return { status: STORE_STATUS.outOfResources, comment: 'it could not be stored' };
    }
  }
}

const notUnderstood = (comment: string): StoreAnswer => ({
  status: STORE_STATUS.notUnderstood,
  comment: comment.slice(0, 64),
});

/** What the command states of the object must be what the object states. */
function mismatch(header: ObjectHeader, request: requests.CStoreRequest): StoreAnswer | undefined {
  if (header.sopClassUid !== request.getAffectedSopClassUid()) {
    return { status: STORE_STATUS.otherClass, comment: 'the data set has another SOP Class UID' };
  }
  if (header.sopInstanceUid !== request.getAffectedSopInstanceUid()) {
    return notUnderstood('the data set has another SOP Instance UID');
  }
  return undefined;
}

/** The header of an object that has come whole, or the answer where it cannot be kept. */
async function inspect(
  { head, file, start }: WrittenObject,
  transferSyntaxUid: string,
  request: requests.CStoreRequest,
): Promise<Pick<ObjectHead, 'header'> | StoreAnswer> {
  const reader = await openSealedFile(partOfSealedFile(file, start, file.bytes - start));
  try {
    const object = readObjectHead(head, transferSyntaxUid);
    const fault = mismatch(object.header, request);
    if (fault !== undefined) return fault;
    await checkWhole(object, reader);
    return object;
  } catch (error) {
    return notUnderstood(error instanceof PictureFault ? error.message : 'it cannot be read');
  } finally {
    await reader.close();
  }
}

/** Whether a request is for storage commitment; the status where it is not. */
function actionFault(request: requests.NActionRequest): number | undefined {
  if (request.getRequestedSopClassUid() !== STORAGE_COMMITMENT) return ACTION_STATUS.noSuchClass;
  if (request.getRequestedSopInstanceUid() !== STORAGE_COMMITMENT_INSTANCE) {
    return ACTION_STATUS.noSuchInstance;
  }
  return request.getActionTypeId() === REQUEST_COMMITMENT ? undefined : ACTION_STATUS.noSuchAction;
}

function answerContext(context: association.PresentationContext): void {
  const answer = negotiate(context.getAbstractSyntaxUid(), context.getTransferSyntaxUids());
  if ('accepted' in answer) {
    context.setResult(PresentationContextResult.Accept, answer.accepted);
  } else if (answer.refused === 'abstract-syntax') {
    context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported);
  } else {
    context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported);
  }
}
