import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedObject } from '../../../../src/core/received-object.js';
import { createSealedFile } from '../../../../src/core/sealed-file.js';
import type { SendOutcome } from '../../../../src/core/sent-object.js';
import { inspectObjectsTask } from '../../../../src/imaging/worker/inspect-objects.js';
import { type Listener, listen } from '../../../../src/pacs/listener/listen.js';
import { sendByDimse } from '../../../../src/pacs/sender/send-by-dimse.js';
import { film } from '../../../support/pacs/hold-object.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const CR = '1.2.840.10008.5.1.4.1.1.1';
const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
const DEFLATED = '1.2.840.10008.1.2.1.99';
const BIG_ENDIAN = '1.2.840.10008.1.2.2';
const JPEG = '1.2.840.10008.1.2.4.50';
const UIDS = { study: '2.25.1', series: '2.25.2', instance: '2.25.3' };
const FRAMES = { tag: '00280008', vr: 'IS', value: '3' };
const PIXEL_BYTES = 64 * 64 * 2;
const PADDING = Buffer.from('fcfffcff4f4200000000', 'hex');

const cut = (file: Uint8Array, bytes: number) => Buffer.from(file).subarray(0, -bytes);
const native = (syntax = EXPLICIT, more = {}) => Buffer.from(film({ ...UIDS, syntax, ...more }));
const fragment = Uint8Array.from({ length: 1000 }, (_, at) => at % 256);
const compressed = (count: number, more = {}) =>
  Buffer.from(
    film({
      ...UIDS,
      syntax: JPEG,
      fragments: Array.from({ length: count }, () => fragment),
      ...more,
    }),
  );
const WHOLE: readonly (readonly [string, string, Buffer])[] = [
  ['native pixels', EXPLICIT, native()],
  ['native pixels, implicit', IMPLICIT, native(IMPLICIT)],
  ['native pixels, big-endian', BIG_ENDIAN, native(BIG_ENDIAN)],
  [
    'more native pixels than it needs',
    EXPLICIT,
    native(EXPLICIT, { more: [short('00280010', 60)] }),
  ],
  ['something behind its pixels', EXPLICIT, Buffer.concat([native(), PADDING])],
  ['a deflated data set', DEFLATED, native(DEFLATED)],
  ['one fragment', JPEG, compressed(1)],
  ['a frame in several fragments', JPEG, compressed(5)],
  ['as many fragments as frames', JPEG, compressed(3, { more: [FRAMES] })],
];
function short(tag: string, value: number) {
  return { tag, vr: 'US', value };
}

const DELIMITER_BYTES = 8;
const CUT: readonly (readonly [string, string, Buffer])[] = [
  ['a byte of its pixels', EXPLICIT, cut(native(), 2)],
  ['half of its pixels', IMPLICIT, cut(native(IMPLICIT), PIXEL_BYTES / 2)],
  ['all of its pixels', EXPLICIT, cut(native(), PIXEL_BYTES)],
  ['its pixels and their element', EXPLICIT, cut(native(), PIXEL_BYTES + 12)],
  ['rows', EXPLICIT, native(EXPLICIT, { more: [short('00280010', 65)] })],
  ['frames', EXPLICIT, native(EXPLICIT, { more: [FRAMES] })],
  ['the end of its deflated data set', DEFLATED, cut(native(DEFLATED), 9)],
  ['the end of its fragments', JPEG, cut(compressed(1), DELIMITER_BYTES)],
  ['a part of that end', JPEG, cut(compressed(1), 3)],
  ['a part of a fragment', JPEG, cut(compressed(2), DELIMITER_BYTES + 10)],
  ['a whole fragment', JPEG, cut(compressed(2), DELIMITER_BYTES * 2 + 1000)],
  ['a compressed frame', JPEG, compressed(2, { more: [FRAMES] })],
];

describe('an object that is sent by C-STORE', () => {
  let folder: string;
  let listener: Listener;
  const kept: ReceivedObject[] = [];
  beforeEach(async () => {
    folder = scratchFolder();
    kept.length = 0;
    listener = await listen(
      {
        ...{ host: '127.0.0.1', port: 0, aeTitle: 'WARDBOX', folder },
        peers: [{ aeTitle: 'CT1', addresses: ['127.0.0.1'], mode: 'test' }],
        ...{ maxAssociations: 4, idleMs: 60_000, maxObjectBytes: 2 ** 24 },
      },
      {
        store: async (object) => {
          kept.push(object);
          return 'kept';
        },
        requestCommitment: async () => undefined,
        commitmentReported: () => undefined,
        refused: () => undefined,
      },
    );
  });
  afterEach(() => listener.close());

  async function send(bytes: Buffer, transferSyntaxUid: string): Promise<SendOutcome | undefined> {
    const writer = createSealedFile(scratchFolder());
    await writer.write(bytes);
    const object = {
      ...{ id: 1, sopClassUid: CR, transferSyntaxUid },
      ...{ studyUid: UIDS.study, instanceUid: UIDS.instance, file: await writer.finish() },
    };
    const destination = {
      service: 'dimse',
      ...{ host: '127.0.0.1', port: listener.port, aeTitle: 'WARDBOX', callingAeTitle: 'CT1' },
    } as const;
    const outcomes: SendOutcome[] = [];
    const caller = {
      begin: async () => true,
      end: async ({ outcome }: { outcome: SendOutcome }) => void outcomes.push(outcome),
    };
    await sendByDimse(destination, [object], caller, new AbortController().signal);
    return outcomes[0];
  }

  it.each(WHOLE)('is kept with %s', async (_, syntax, bytes) => {
    expect(await send(bytes, syntax)).toMatchObject({ kind: 'sent' });
    expect(kept).toHaveLength(1);
  });

  it.each(CUT)('is refused without %s, and nothing is left of it', async (_, syntax, bytes) => {
    expect(await send(bytes, syntax)).toEqual({ kind: 'refused', reason: 'status_C000' });
    expect(kept).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('an object that is sent by STOW-RS', () => {
  async function inspect(bytes: Buffer) {
    const writer = createSealedFile(scratchFolder());
    await writer.write(bytes);
    const { objects } = await inspectObjectsTask.run(
      { files: [await writer.finish()] },
      {} as never,
      {} as never,
    );
    return objects[0];
  }

  it.each(WHOLE)('is kept with %s', async (_, __, bytes) => {
    expect(await inspect(bytes)).not.toHaveProperty('fault');
  });

  it.each(CUT)('is not understood without %s, and named', async (_, __, bytes) => {
    expect(await inspect(bytes)).toMatchObject({
      fault: 'not-understood',
      header: { sopInstanceUid: UIDS.instance },
    });
  });
});
