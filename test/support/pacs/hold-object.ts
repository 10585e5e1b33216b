import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import {
  type DicomElement,
  EXPLICIT_LITTLE_ENDIAN,
  writeDicomFile,
} from '../../../scripts/samples/dicom-file.js';
import type { KeyMode } from '../../../src/core/key-mode.js';
import { createSealedFile } from '../../../src/core/sealed-file.js';
import { readObjectHeader } from '../../../src/media/dicom/object-header.js';
import { createDicomObjectRepository } from '../../../src/store/dicom-object-repository.js';
import type { TestAppliance } from '../appliance.js';

/** Where the data set begins in a file of `writeDicomFile`. */
function dataSetStart(file: Buffer): number {
  return 132 + 12 + file.readUInt32LE(140);
}

/** Puts a DICOM file into the store of an appliance, as if a node had sent it. */
export async function holdObject(
  { dataDir, database }: Pick<TestAppliance, 'dataDir' | 'database'>,
  sent: Uint8Array,
  { mode = 'test', syntax = EXPLICIT_LITTLE_ENDIAN }: { mode?: KeyMode; syntax?: string } = {},
): Promise<void> {
  const file = Buffer.from(sent);
  const dataSet = file.subarray(dataSetStart(file));
  const { sopClassUid, transferSyntaxUid, ...rest } = readObjectHeader(dataSet, syntax);
  const { sopInstanceUid, studyInstanceUid, seriesInstanceUid, ...header } = rest;
  const writer = createSealedFile(join(dataDir, 'dicom'));
  await writer.write(file);
  const { path, bytes, key, counter } = await writer.finish();
  createDicomObjectRepository(database).insert({
    mode,
    studyUid: studyInstanceUid,
    seriesUid: seriesInstanceUid,
    instanceUid: sopInstanceUid,
    sopClassUid,
    transferSyntaxUid,
    header: JSON.stringify(header),
    sha256: createHash('sha256').update(dataSet).digest('hex'),
    file: { name: basename(path), bytes, key, counter },
    callingAeTitle: 'CT1',
    receivedAt: Date.now(),
  });
}

export interface FilmOptions {
  readonly study: string;
  readonly series: string;
  readonly instance: string;
  readonly syntax?: string;
  readonly more?: readonly DicomElement[];
  /** Of compressed pixels, in place of the ramp. */
  readonly fragments?: readonly Uint8Array[];
}

const ramp = () => new Uint8Array(Uint16Array.from({ length: 64 * 64 }, (_, at) => at * 16).buffer);

/** A small radiograph of nobody: a ramp of greys. */
export function film({
  study,
  series,
  instance,
  syntax,
  more = [],
  fragments,
}: FilmOptions): Uint8Array {
  const text = (tag: string, vr: string, value: string): DicomElement => ({ tag, vr, value });
  const short = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value });
  const base = [
    text('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.1'),
    text('00080018', 'UI', instance),
    text('0020000d', 'UI', study),
    text('0020000e', 'UI', series),
    text('00080060', 'CS', 'CR'),
    short('00280002', 1),
    text('00280004', 'CS', 'MONOCHROME2'),
    short('00280010', 64),
    short('00280011', 64),
    short('00280100', 16),
    short('00280101', 16),
    short('00280102', 15),
    short('00280103', 0),
  ];
  const own = new Set(more.map(({ tag }) => tag));
  return writeDicomFile({
    syntax: syntax ?? EXPLICIT_LITTLE_ENDIAN,
    elements: [...base.filter(({ tag }) => !own.has(tag)), ...more],
    pixels: fragments === undefined ? ramp() : { fragments },
  });
}
