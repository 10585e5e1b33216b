import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FrameLayout } from '../../../../../src/media/dicom/codecs/frame.js';
import { decodeJpeg2000 } from '../../../../../src/media/dicom/codecs/jpeg-2000.js';
import { encapsulatedFrame } from '../../../../../src/media/dicom/encapsulation.js';
import { transferSyntaxOf } from '../../../../../src/media/dicom/transfer-syntax.js';
import {
  asCells,
  convert,
  hasProgram,
  makeCells,
  makeDicom,
  nativeCells,
  parseDicom,
} from './made-dicom.js';

const grey = (bitsStored: number, signed = false): FrameLayout => ({
  rows: 45,
  columns: 61,
  samplesPerPixel: 1,
  bitsAllocated: bitsStored <= 8 ? 8 : 16,
  bitsStored,
  signed,
  planarConfiguration: 0,
  photometric: 'MONOCHROME2',
});
const colour: FrameLayout = { ...grey(8), samplesPerPixel: 3, photometric: 'RGB' };

async function decodeFile(file: Buffer) {
  const { syntax, layout, pixelData, bytes } = parseDicom(file)!;
  const codestream = encapsulatedFrame(pixelData, bytes, { frame: 1, frames: 1 });
  const { samples } = await transferSyntaxOf(syntax)!.decode!(codestream, layout);
  return asCells(samples, layout.bitsAllocated);
}

const PICTURES: readonly (readonly [string, FrameLayout])[] = [
  ['8 bits', grey(8)],
  ['12 bits', grey(12)],
  ['16 bits', grey(16)],
  ['16 bits signed', grey(16, true)],
  ['12 bits signed', grey(12, true)],
  ['colour', colour],
];

const LOSSLESS: readonly (readonly [string, readonly string[]])[] = [
  ['dcmcjpeg', ['+e1']],
  ...[1, 2, 3, 4, 5, 6, 7].map((sv) => ['dcmcjpeg', ['+el', '+sv', String(sv)]] as const),
  ['dcmcjpeg', ['+e1', '+fs', '1', '-ot']],
  ['dcmcjpls', ['+el']],
  ['dcmcjpls', ['+el', '+iv']],
  ['dcmcjpls', ['+el', '+il']],
  ['dcmcrle', []],
];

describe.skipIf(!hasProgram('dcmcjpeg'))('what DCMTK encodes (skipped where it is missing)', () => {
  it.each(
    LOSSLESS.flatMap(([program, options]) =>
      PICTURES.map(([name, layout]) => ({ program, options, name, layout })),
    ),
  )('$name of $program $options comes back exactly', async ({ program, options, layout }) => {
    const cells = makeCells(layout);
    const decoded = await decodeFile(convert(program, options, makeDicom(cells, layout)));
    expect(decoded).toEqual(asCells(cells, layout.bitsAllocated));
  });

  it.each([
    ['dcmcjpeg', ['+e1', '+pt', '2'], 'dcmdjpeg', grey(12), 0],
    ['dcmcjpls', ['+en', '+md', '3'], 'dcmdjpls', grey(12), 0],
    ['dcmcjpeg', ['+eb', '+q', '80'], 'dcmdjpeg', grey(8), 0],
    ['dcmcjpeg', ['+eb', '+s2'], 'dcmdjpeg', colour, 0],
    ['dcmcjpeg', ['+eb', '+np'], 'dcmdjpeg', colour, 0],
    ['dcmcjpeg', ['+eb', '+cr'], 'dcmdjpeg', colour, 0],
    ['dcmcjpeg', ['+ep', '+q', '70'], 'dcmdjpeg', colour, 0],
    ['dcmcjpeg', ['+ee', '+q', '70'], 'dcmdjpeg', grey(12), 1],
    ['dcmcjpeg', ['+es', '+q', '90'], 'dcmdjpeg', grey(12), 1],
    ['dcmcjpeg', ['+ep', '+q', '99'], 'dcmdjpeg', grey(12), 1],
  ] as const)('%s %s is read as %s reads it', async (encoder, options, decoder, layout, most) => {
    const file = convert(encoder, options, makeDicom(makeCells(layout), layout));
    const theirs = nativeCells(parseDicom(convert(decoder, [], file))!);
    const ours = await decodeFile(file);
    expect(ours.length).toBe(theirs.length);
    const farthest = ours.reduce((far, cell, i) => Math.max(far, Math.abs(cell - theirs[i]!)), 0);
    expect(farthest).toBeLessThanOrEqual(most);
  });
});

/** A JPEG 2000 file of these cells, and what OpenJPEG's own decoder reads from it. */
function compress(layout: FrameLayout, options: readonly string[], extension = 'j2k') {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-codec-'));
  try {
    const cells = makeCells(layout);
    const [raw, coded, back] = ['in.rawl', `coded.${extension}`, 'back.rawl'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    // Planes one after the other.
    const { samplesPerPixel: count } = layout;
    const planes = Array.from({ length: count }, (_, sample) =>
      cells.filter((_, i) => i % count === sample),
    );
    writeFileSync(raw, Buffer.concat(planes.map((plane) => Buffer.from(plane.buffer))));
    const sign = layout.signed ? 's' : 'u';
    const size = `${layout.columns},${layout.rows},${count},${layout.bitsStored},${sign}`;
    const packed = spawnSync('opj_compress', ['-i', raw, '-F', size, '-o', coded, ...options]);
    if (packed.status !== 0) throw new Error(`opj_compress: ${packed.stdout}`);
    const unpacked = spawnSync('opj_decompress', ['-i', coded, '-o', back]);
    if (unpacked.status !== 0) throw new Error(`opj_decompress: ${unpacked.stdout}`);
    return { cells, codestream: readFileSync(coded), back: readFileSync(back) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(!hasProgram('opj_compress'))('what OpenJPEG encodes (skipped if missing)', () => {
  it.each([
    ...PICTURES.map(([name, layout]) => [name, layout, [], 'j2k'] as const),
    ['8 bits signed', grey(8, true), [], 'j2k'],
    ['10 bits', grey(10), [], 'j2k'],
    ['tiles', grey(12), ['-t', '16,16', '-n', '3'], 'j2k'],
    ['layers and precincts', grey(12), ['-r', '20,10,1', '-c', '[64,64]'], 'j2k'],
    ['a JP2 wrapper', grey(16), [], 'jp2'],
    ['colour in a JP2 wrapper', colour, [], 'jp2'],
    ['colour without a transform', colour, ['-mct', '0'], 'j2k'],
  ] as const)('comes back exactly: %s', async (_, layout, options, extension) => {
    const { cells, codestream } = compress(layout, options, extension);
    const { samples } = await decodeJpeg2000(codestream, layout);
    expect(asCells(samples, layout.bitsAllocated)).toEqual(asCells(cells, layout.bitsAllocated));
  });

  it.each([
    ['12 bits', grey(12)],
    ['16 bits signed', grey(16, true)],
  ])('is read as its own decoder reads it, irreversible: %s', async (_, layout) => {
    const { codestream, back } = compress(layout, ['-I', '-r', '6']);
    const { samples } = await decodeJpeg2000(codestream, layout);
    const theirs = Array.from(samples, (_, i) =>
      layout.signed ? back.readInt16LE(2 * i) : back.readUInt16LE(2 * i),
    );
    expect(Array.from(samples)).toEqual(theirs);
  });
});
