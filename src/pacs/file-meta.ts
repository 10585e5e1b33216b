import {
  IMPLEMENTATION_CLASS_UID,
  IMPLEMENTATION_VERSION_NAME,
} from '../core/dicom-implementation.js';

/** What a file says of the data set behind it (PS3.10 section 7.1). */
export interface FileMeta {
  readonly sopClassUid: string;
  readonly sopInstanceUid: string;
  readonly transferSyntaxUid: string;
  readonly sourceAeTitle: string;
}

const PREAMBLE_BYTES = 128;
const META_GROUP = 0x0002;

/** An element in Explicit VR Little Endian, its value padded to an even length. */
function element(number: number, vr: 'UI' | 'SH' | 'AE' | 'OB' | 'UL', value: Buffer): Buffer {
  const padded =
    value.length % 2 === 0
      ? value
      : Buffer.concat([value, Buffer.from(vr === 'UI' || vr === 'OB' ? '\0' : ' ')]);
  const isLong = vr === 'OB';
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(META_GROUP, 0);
  head.writeUInt16LE(number, 2);
  head.write(vr, 4, 'latin1');
  if (isLong) head.writeUInt32LE(padded.length, 8);
  else head.writeUInt16LE(padded.length, 6);
  return Buffer.concat([head, padded]);
}

const text = (number: number, vr: 'UI' | 'SH' | 'AE', value: string) =>
  element(number, vr, Buffer.from(value, 'latin1'));

/** The first bytes of a DICOM file: preamble, prefix and File Meta Information. */
export function makeFileMeta(meta: FileMeta): Buffer {
  const elements = Buffer.concat([
    element(0x0001, 'OB', Buffer.from([0, 1])),
    text(0x0002, 'UI', meta.sopClassUid),
    text(0x0003, 'UI', meta.sopInstanceUid),
    text(0x0010, 'UI', meta.transferSyntaxUid),
    text(0x0012, 'UI', IMPLEMENTATION_CLASS_UID),
    text(0x0013, 'SH', IMPLEMENTATION_VERSION_NAME),
    text(0x0016, 'AE', meta.sourceAeTitle),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(elements.length);
  const prefix = Buffer.concat([Buffer.alloc(PREAMBLE_BYTES), Buffer.from('DICM', 'latin1')]);
  return Buffer.concat([prefix, element(0x0000, 'UL', length), elements]);
}
