import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encapsulatedFrame } from '../../../../../src/media/dicom/encapsulation.js';
import { transferSyntaxOf } from '../../../../../src/media/dicom/transfer-syntax.js';
import { asCells, convert, hasProgram, nativeCells, parseDicom } from './made-dicom.js';

const FILES = join(import.meta.dirname, '../../../../../../shared/data/dicom');
const ROOT = '1.2.840.10008.1.2';

/** DCMTK's decoders, by what they decode. */
const PROGRAMS: Readonly<Record<string, string>> = Object.fromEntries([
  ...['.4.50', '.4.51', '.4.53', '.4.55', '.4.57', '.4.70'].map((s) => [ROOT + s, 'dcmdjpeg']),
  ...['.4.80', '.4.81'].map((suffix) => [ROOT + suffix, 'dcmdjpls']),
  [`${ROOT}.5`, 'dcmdrle'],
]);

/** DCMTK's 12-bit inverse DCT is of whole numbers, ours is not. */
const TOLERANCE: Readonly<Record<string, number>> = {
  [`${ROOT}.4.51`]: 1,
  [`${ROOT}.4.53`]: 1,
  [`${ROOT}.4.55`]: 1,
};

/** Its codestream has a sequence delimiter where the width should be. */
const BROKEN = 'JPEG2000-embedded-sequence-delimiter.dcm';

const paths = existsSync(FILES)
  ? readdirSync(FILES, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== BROKEN)
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  : [];

const encapsulated = paths.flatMap((path) => {
  const file = parseDicom(readFileSync(path));
  const syntax = file === undefined ? undefined : transferSyntaxOf(file.syntax);
  return file !== undefined && syntax?.decode !== undefined
    ? [{ name: basename(path), file, decode: syntax.decode }]
    : [];
});

type Sample = (typeof encapsulated)[number];
type Frames = Awaited<ReturnType<typeof decodeEach>>;

async function decodeEach({ file, decode }: Sample) {
  const { frames, pixelData, bytes, layout } = file;
  const all = [];
  for (let frame = 1; frame <= frames; frame += 1) {
    const codestream = encapsulatedFrame(pixelData, bytes, { frame, frames });
    all.push(await decode(codestream, layout));
  }
  return all;
}

const decoded = new Map<Sample, Promise<Frames>>();
afterAll(() => decoded.clear());

/** Every frame of a file, decoded once for all tests. */
function decodeAll(sample: Sample): Promise<Frames> {
  const frames = decoded.get(sample) ?? decodeEach(sample);
  decoded.set(sample, frames);
  return frames;
}

function farthest(ours: readonly number[], theirs: readonly number[]): number {
  expect(ours.length).toBe(theirs.length);
  let most = 0;
  for (let i = 0; i < ours.length; i += 1) most = Math.max(most, Math.abs(ours[i]! - theirs[i]!));
  return most;
}

describe.skipIf(paths.length === 0)(
  'real files (skipped where the DICOM samples are missing)',
  () => {
    it('are there in every syntax that has a decoder, but for High-Throughput JPEG 2000', () => {
      const syntaxes = new Set(encapsulated.map(({ file }) => file.syntax));
      for (const syntax of [...Object.keys(PROGRAMS), `${ROOT}.4.90`, `${ROOT}.4.91`]) {
        expect(syntaxes).toContain(syntax);
      }
    });

    it.each(encapsulated)('decodes every frame of $name', async (sample) => {
      const { rows, columns, samplesPerPixel } = sample.file.layout;
      const frames = await decodeAll(sample);
      for (const { samples } of frames) {
        expect(samples.length).toBe(rows * columns * samplesPerPixel);
        expect(samples.some((sample) => sample !== samples[0])).toBe(true);
      }
    });

    const judged = encapsulated.filter(({ file }) => PROGRAMS[file.syntax] !== undefined);
    describe.skipIf(!hasProgram('dcmdjpeg'))('and DCMTK (skipped where it is missing)', () => {
      it.each(judged)('read the same from $name', async (sample) => {
        const { syntax, layout, bytes } = sample.file;
        const theirs = parseDicom(convert(PROGRAMS[syntax]!, [], bytes))!;
        const frames = await decodeAll(sample);
        expect(frames[0]!.photometric).toBe(theirs.layout.photometric);
        const cells = nativeCells(theirs);
        let at = 0;
        for (const { samples } of frames) {
          const ours = asCells(samples, layout.bitsAllocated);
          const [from, to] = [at, at + ours.length];
          const most = farthest(ours, cells.slice(from, to));
          expect(most).toBeLessThanOrEqual(TOLERANCE[syntax] ?? 0);
          at = to;
        }
        expect(at).toBe(cells.length);
      });
    });

    /** Pictures that are there compressed without loss and not at all. */
    it.each([
      ['MR_small_jp2klossless.dcm', 'MR_small.dcm'],
      ['MR_small_jpeg_ls_lossless.dcm', 'MR_small.dcm'],
      ['MR_small_RLE.dcm', 'MR_small.dcm'],
    ])('finds in %s what %s holds', async (compressed, plain) => {
      const sample = encapsulated.find(({ name }) => name === compressed)!;
      const original = parseDicom(readFileSync(paths.find((path) => basename(path) === plain)!))!;
      const [frame] = await decodeAll(sample);
      expect(asCells(frame!.samples, 16)).toEqual(nativeCells(original));
    });
  },
);
