import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import type { FrameLayout } from '../../../../../src/media/dicom/codecs/frame.js';

/** Explicit VR Little Endian, what the other programs read and write uncompressed. */
const EXPLICIT = '1.2.840.10008.1.2.1';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

export const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined;

function element(group: number, number: number, vr: string, value: Buffer): Buffer {
  const pad = vr === 'UI' || vr === 'OW' || vr === 'OB' ? '\0' : ' ';
  const even = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.from(pad)]);
  const long = vr === 'OW' || vr === 'OB';
  const head = Buffer.alloc(long ? 12 : 8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(number, 2);
  head.write(vr, 4, 'latin1');
  if (long) head.writeUInt32LE(even.length, 8);
  else head.writeUInt16LE(even.length, 6);
  return Buffer.concat([head, even]);
}

const text = (group: number, number: number, vr: string, value: string) =>
  element(group, number, vr, Buffer.from(value, 'latin1'));

function short(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return element(0x28, number, 'US', bytes);
}

/** An uncompressed DICOM file with these cells. */
export function makeDicom(cells: Uint8Array | Uint16Array, layout: FrameLayout): Buffer {
  const meta = Buffer.concat([
    text(2, 2, 'UI', SECONDARY_CAPTURE),
    text(2, 3, 'UI', '1.2.3.4'),
    text(2, 0x10, 'UI', EXPLICIT),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(2, 0, 'UL', length),
    meta,
    text(8, 0x16, 'UI', SECONDARY_CAPTURE),
    text(8, 0x18, 'UI', '1.2.3.4'),
    text(0x20, 0xd, 'UI', '1.2.3.5'),
    text(0x20, 0xe, 'UI', '1.2.3.6'),
    short(2, layout.samplesPerPixel),
    text(0x28, 4, 'CS', layout.photometric),
    ...(layout.samplesPerPixel > 1 ? [short(6, layout.planarConfiguration)] : []),
    short(0x10, layout.rows),
    short(0x11, layout.columns),
    short(0x100, layout.bitsAllocated),
    short(0x101, layout.bitsStored),
    short(0x102, layout.bitsStored - 1),
    short(0x103, layout.signed ? 1 : 0),
    element(
      0x7fe0,
      0x10,
      layout.bitsAllocated === 8 ? 'OB' : 'OW',
      Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength),
    ),
  ]);
}

/** What a program writes of a file; throws what it says when it fails. */
export function convert(program: string, options: readonly string[], input: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-codec-'));
  try {
    const [from, to] = [join(folder, 'in.dcm'), join(folder, 'out.dcm')];
    writeFileSync(from, input);
    const { status, stderr } = spawnSync(program, [...options, from, to]);
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface ParsedDicom {
  readonly bytes: Buffer;
  readonly syntax: string;
  readonly layout: FrameLayout;
  readonly frames: number;
  readonly pixelData: dicomParser.Element;
}

/** @returns undefined for what is no DICOM image. */
export function parseDicom(bytes: Buffer): ParsedDicom | undefined {
  let dataSet: dicomParser.DataSet;
  try {
    dataSet = dicomParser.parseDicom(bytes);
  } catch {
    return undefined;
  }
  const pixelData = dataSet.elements.x7fe00010;
  const syntax = dataSet.string('x00020010');
  if (pixelData === undefined || syntax === undefined) return undefined;
  const number = (tag: string) => dataSet.uint16(tag) ?? 0;
  return {
    bytes,
    syntax,
    frames: dataSet.intString('x00280008') ?? 1,
    pixelData,
    layout: {
      rows: number('x00280010'),
      columns: number('x00280011'),
      samplesPerPixel: number('x00280002'),
      bitsAllocated: number('x00280100'),
      bitsStored: number('x00280101'),
      signed: number('x00280103') === 1,
      planarConfiguration: number('x00280006') === 1 ? 1 : 0,
      photometric: dataSet.string('x00280004') ?? '',
    },
  };
}

/** Unsigned cells of all frames of an uncompressed file, interleaved by pixel. */
export function nativeCells({ bytes, pixelData, layout, frames }: ParsedDicom): readonly number[] {
  const { rows, columns, samplesPerPixel, bitsAllocated, planarConfiguration } = layout;
  const pixels = rows * columns;
  const width = bitsAllocated / 8;
  const cells = new Array<number>(pixels * samplesPerPixel * frames).fill(0);
  for (let i = 0; i < cells.length; i += 1) {
    const frame = Math.floor(i / (pixels * samplesPerPixel));
    const within = i % (pixels * samplesPerPixel);
    const [pixel, sample] = [Math.floor(within / samplesPerPixel), within % samplesPerPixel];
    const cell = planarConfiguration === 1 ? sample * pixels + pixel : within;
    const at = pixelData.dataOffset + (frame * pixels * samplesPerPixel + cell) * width;
    cells[i] = bytes.readUIntLE(at, width);
  }
  return cells;
}

/** Samples as the unsigned cells that hold them. */
export function asCells(samples: ArrayLike<number>, bitsAllocated: number): readonly number[] {
  const cells = new Array<number>(samples.length).fill(0);
  for (let i = 0; i < cells.length; i += 1) {
    const sample = samples[i]!;
    cells[i] = sample < 0 ? sample + 2 ** bitsAllocated : sample;
  }
  return cells;
}

/** Something like a picture: a slope, waves and noise, the same every time. */
export function makeCells(layout: FrameLayout): Uint8Array | Uint16Array {
  const { rows, columns, samplesPerPixel, bitsAllocated, bitsStored, signed } = layout;
  const count = rows * columns * samplesPerPixel;
  const cells = bitsAllocated <= 8 ? new Uint8Array(count) : new Uint16Array(count);
  const most = 2 ** bitsStored - 1;
  let state = 12_345;
  for (let i = 0; i < count; i += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const pixel = Math.floor(i / samplesPerPixel);
    const [x, y] = [pixel % columns, Math.floor(pixel / columns)];
    const wave = 0.5 + 0.35 * Math.sin(x / 9 + (i % samplesPerPixel)) * Math.cos(y / 7);
    const value = Math.round(wave * most + (state / 2 ** 31 - 0.5) * 0.05 * most);
    // Signed cells are two's complement, extended to the whole cell.
    cells[i] = signed ? value - 2 ** (bitsStored - 1) : value;
  }
  return cells;
}
