import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import dimse, { type association, type requests, type responses } from 'dcmjs-dimse';
import { afterEach, describe, expect, it } from 'vitest';
import { createSealedFile } from '../../../../src/core/sealed-file.js';
import type { Destination, ObjectToSend, SendOutcome } from '../../../../src/core/sent-object.js';
import { sendByDimse } from '../../../../src/pacs/sender/send-by-dimse.js';
import { outcomeOfAnswer, sendByStow } from '../../../../src/pacs/sender/send-by-stow.js';
import { outcomeOfHttp, outcomeOfStatus } from '../../../../src/pacs/sender/statuses.js';
import { verifyTask } from '../../../../src/pacs/sender/verify-task.js';
import { film } from '../../../support/pacs/hold-object.js';
import { partsOf } from '../../../support/pacs/multipart.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const CR = '1.2.840.10008.5.1.4.1.1.1';
const EXPLICIT = '1.2.840.10008.1.2.1';
const never = new AbortController().signal;

async function objectToSend(id: number): Promise<ObjectToSend & { readonly bytes: Buffer }> {
  const instanceUid = `2.25.${id}`;
  const bytes = Buffer.from(
    film({ study: '2.25.1000', series: '2.25.2000', instance: instanceUid }),
  );
  const writer = createSealedFile(scratchFolder());
  await writer.write(bytes);
  const file = await writer.finish();
  const uids = { sopClassUid: CR, transferSyntaxUid: EXPLICIT, studyUid: '2.25.1000' };
  return { id, instanceUid, ...uids, file, bytes };
}

/** What a sender asks and says; `not` names objects that are not to be sent any more. */
function notes(not: readonly number[] = []) {
  const ended: Array<[number, SendOutcome]> = [];
  return {
    ended,
    caller: {
      begin: async (id: number) => !not.includes(id),
      end: async ({ id, outcome }: { id: number; outcome: SendOutcome }) => {
        ended.push([id, outcome]);
      },
    },
  };
}

const closing: Array<() => void> = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Behaviour = (n: number, socket: Socket) => number | undefined;

/** A storage SCP whose answers are those of a test. */
async function storageScp(behave: Behaviour, accept = true) {
  const received: Array<{ readonly uid: string; readonly dataset: Buffer }> = [];
  let associations = 0;
  class Scp extends dimse.Scp {
    readonly #socket: Socket;
    constructor(socket: Socket) {
      super(socket);
      this.#socket = socket;
      this.on('networkError', () => socket.destroy());
    }
    override associationRequested(request: association.Association): void {
      associations += 1;
      if (request.getCalledAeTitle() !== 'PACS') {
        this.sendAssociationReject();
        return;
      }
      for (const { context } of request.getPresentationContexts()) {
        const { Accept, RejectAbstractSyntaxNotSupported } =
          dimse.constants.PresentationContextResult;
        if (accept) context.setResult(Accept, context.getTransferSyntaxUids()[0]);
        else context.setResult(RejectAbstractSyntaxNotSupported);
      }
      this.sendAssociationAccept();
    }
    override associationReleaseRequested(): void {
      this.sendAssociationReleaseResponse();
    }
    override cEchoRequest(
      request: requests.CEchoRequest,
      respond: (response: responses.CEchoResponse) => void,
    ): void {
      const response = dimse.responses.CEchoResponse.fromRequest(request);
      response.setStatus(0);
      respond(response);
    }
    override cStoreRequest(
      request: requests.CStoreRequest,
      respond: (response: responses.CStoreResponse) => void,
    ): void {
      const uid = request.getAffectedSopInstanceUid();
      received.push({ uid, dataset: request.getDataset()!.getDenaturalizedDataset() });
      const status = behave(received.length, this.#socket);
      if (status === undefined) return;
      const response = dimse.responses.CStoreResponse.fromRequest(request);
      response.setStatus(status);
      respond(response);
    }
  }
  const server = createSocketServer((socket) => {
    closing.push(() => socket.destroy());
    new Scp(socket);
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const destination = {
    service: 'dimse',
    aeTitle: 'PACS',
    callingAeTitle: 'WARDBOX',
    host: '127.0.0.1',
    port,
  } as const;
  return { destination, received, associations: () => associations };
}

describe('sending by C-STORE', () => {
  it('sends several objects over one association, with the bytes of their files', async () => {
    const objects = await Promise.all([1, 2, 3].map(objectToSend));
    const scp = await storageScp((n) => (n === 2 ? 0xb000 : 0));
    const { ended, caller } = notes();
    await sendByDimse(scp.destination, objects, caller, never);
    expect(ended).toEqual([
      [1, { kind: 'sent' }],
      [2, { kind: 'sent', reason: 'status_B000' }],
      [3, { kind: 'sent' }],
    ]);
    expect(scp.associations()).toBe(1);
    expect(scp.received.map(({ uid }) => uid)).toEqual(['2.25.1', '2.25.2', '2.25.3']);
    const [first] = objects;
    expect(first!.bytes.subarray(-scp.received[0]!.dataset.length)).toEqual(
      scp.received[0]!.dataset,
    );
  });

  it('leaves out what is not to be sent any more, and what is refused, and stops where it must wait', async () => {
    const objects = await Promise.all([1, 2, 3, 4].map(objectToSend));
    const scp = await storageScp((n) => (n === 1 ? 0xc123 : 0xa700));
    const { ended, caller } = notes([1]);
    await sendByDimse(scp.destination, objects, caller, never);
    expect(ended).toEqual([
      [2, { kind: 'refused', reason: 'status_C123' }],
      [3, { kind: 'not-now', reason: 'status_A700' }],
    ]);
  });

  it('says what is wrong with a destination', async () => {
    const [object] = [await objectToSend(1)];
    const outcomeFrom = async (destination: Parameters<typeof sendByDimse>[0]) => {
      const { ended, caller } = notes();
      await sendByDimse(destination, [object], caller, never);
      return ended[0]?.[1];
    };
    const { destination } = await storageScp(() => 0);
    expect(await outcomeFrom({ ...destination, aeTitle: 'OTHER' })).toEqual({
      kind: 'not-now',
      reason: 'association_rejected',
    });
    expect(await outcomeFrom({ ...destination, port: 1 })).toEqual({
      kind: 'not-now',
      reason: 'no_connection',
    });
    const refusing = await storageScp(() => 0, false);
    expect(await outcomeFrom(refusing.destination)).toEqual({
      kind: 'refused',
      reason: 'not_negotiated',
    });
    const ending = await storageScp((_, socket) => {
      socket.destroy();
      return undefined;
    });
    expect(await outcomeFrom(ending.destination)).toEqual({
      kind: 'not-now',
      reason: 'no_connection',
    });
    const chatting = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('SSH-2.0-OpenSSH_9.2\r\n');
    }).listen(0, '127.0.0.1');
    closing.push(() => chatting.close());
    await once(chatting, 'listening');
    const { port } = chatting.address() as AddressInfo;
    expect(await outcomeFrom({ ...destination, port })).toEqual({
      kind: 'not-now',
      reason: 'invalid_answer',
    });
  });
});

/** A STOW service whose answers are those of a test. */
async function stowService(answer: (response: ServerResponse) => void) {
  const received: Array<{ readonly request: IncomingMessage; readonly body: Buffer }> = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ request, body: Buffer.concat(chunks) });
    answer(response);
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/dicom-web/`;
  return {
    received,
    destination: { service: 'dicomweb', url, authorization: 'Bearer x' } as const,
  };
}

describe('sending by STOW-RS', () => {
  it('sends the file as it is, with the header Authorization', async () => {
    const objects = await Promise.all([1, 2].map(objectToSend));
    const service = await stowService((response) => response.end('{}'));
    const { ended, caller } = notes();
    await sendByStow(service.destination, objects, caller, never);
    expect(ended).toEqual([
      [1, { kind: 'sent' }],
      [2, { kind: 'sent' }],
    ]);
    const [{ request, body } = {}] = service.received;
    expect(request!.url).toBe('/dicom-web/studies');
    expect(request!.headers).toMatchObject({
      authorization: 'Bearer x',
      'content-length': String(body!.length),
    });
    expect(partsOf(request!.headers['content-type']!, body!)).toEqual([
      {
        headers: { 'Content-Type': 'application/dicom' },
        content: objects[0]!.bytes,
      },
    ]);
  });

  it('stops where it must wait, and says why', async () => {
    const objects = await Promise.all([1, 2].map(objectToSend));
    const service = await stowService((response) => response.writeHead(503).end());
    const { ended, caller } = notes();
    await sendByStow(service.destination, objects, caller, never);
    expect(ended).toEqual([[1, { kind: 'not-now', reason: 'http_503' }]]);
  });

  const failed = (status: number) =>
    JSON.stringify({ '00081198': { Value: [{ '00081197': { vr: 'US', Value: [status] } }] } });
  const stored = (uid: string, more: object = {}) =>
    JSON.stringify({
      '00081198': { vr: 'SQ' },
      '00081199': { vr: 'SQ', Value: [{ '00081155': { vr: 'UI', Value: [uid] }, ...more }] },
    });
  const warned = stored('2.25.1', { '00081196': { vr: 'US', Value: [0xb000] } });

  it.each<[number, string, SendOutcome]>([
    [200, '', { kind: 'sent' }],
    [200, stored('2.25.1'), { kind: 'sent' }],
    [200, stored('2.25.2'), { kind: 'not-now', reason: 'invalid_answer' }],
    [200, '{"00081199":{"vr":"SQ"}}', { kind: 'not-now', reason: 'invalid_answer' }],
    [200, warned, { kind: 'sent', reason: 'status_B000' }],
    [202, failed(0xc000), { kind: 'refused', reason: 'status_C000' }],
    [202, failed(0xa700), { kind: 'not-now', reason: 'status_A700' }],
    [409, failed(0x0111), { kind: 'sent', reason: 'status_0111' }],
    [409, failed(0x0122), { kind: 'refused', reason: 'status_0122' }],
    [409, '<html>', { kind: 'refused', reason: 'http_409' }],
    [401, '', { kind: 'refused', reason: 'http_401' }],
    [413, '', { kind: 'refused', reason: 'http_413' }],
    [408, '', { kind: 'not-now', reason: 'http_408' }],
    [429, '', { kind: 'not-now', reason: 'http_429' }],
    [302, '', { kind: 'not-now', reason: 'http_302' }],
    [500, failed(0xc000), { kind: 'not-now', reason: 'http_500' }],
  ])('understands %i %s', (status, text, outcome) => {
    expect(outcomeOfAnswer({ status, text }, '2.25.1')).toEqual(outcome);
  });
});

describe('a status', () => {
  it.each<[number, SendOutcome['kind']]>([
    [0x0000, 'sent'],
    [0x0001, 'sent'],
    [0x0107, 'sent'],
    [0x0111, 'sent'],
    [0xb000, 'sent'],
    [0xb007, 'sent'],
    [0x0110, 'not-now'],
    [0xa700, 'not-now'],
    [0xa7ff, 'not-now'],
    [0x0122, 'refused'],
    [0x0124, 'refused'],
    [0xa900, 'refused'],
    [0xc000, 'refused'],
    [0xcfff, 'refused'],
  ])('%i of C-STORE means %s', (status, kind) => {
    expect(outcomeOfStatus(status).kind).toBe(kind);
  });

  it('of HTTP is repeated where the server says that it is for now', () => {
    expect([200, 204].map((status) => outcomeOfHttp(status).kind)).toEqual(['sent', 'sent']);
    expect([404, 415].map((status) => outcomeOfHttp(status).kind)).toEqual(['refused', 'refused']);
  });
});

describe('the verification of a destination', () => {
  const verify = (destination: Destination) => {
    const context = { now: 0, signal: never, onProgress: () => undefined, caller: {} };
    return verifyTask.run(destination, context, undefined);
  };

  it('is a C-ECHO, or a search that finds nothing', async () => {
    const { destination } = await storageScp(() => 0);
    expect(await verify(destination)).toEqual({});
    expect(await verify({ ...destination, aeTitle: 'OTHER' })).toEqual({
      reason: 'association_rejected',
    });
    const service = await stowService((response) => response.writeHead(204).end());
    expect(await verify(service.destination)).toEqual({});
    expect(service.received[0]!.request.url).toBe('/dicom-web/studies?limit=0');
    const locked = await stowService((response) => response.writeHead(401).end());
    expect(await verify(locked.destination)).toEqual({ reason: 'http_401' });
  });
});
