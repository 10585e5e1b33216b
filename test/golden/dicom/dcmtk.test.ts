import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DicomDataSet, readDataSet } from '../../../src/media/dicom/data-set.js';
import { decodeFrame } from '../../../src/media/dicom/displayed-frame.js';
import { type OpenedDicom, openDicom } from '../../../src/media/dicom/open-dicom.js';
import { type PixelFacts, readPixelFacts } from '../../../src/media/dicom/pixel-facts.js';
import { PictureFault } from '../../../src/media/picture-fault.js';
import { decodes, decompress, hasDcmtk, NO_DCMTK, type PlainFile } from './dcmtk.js';
import { DATA, hasData, NO_DATA, referenceFiles } from './reference-files.js';

const MEGAPIXELS = 100;
/** Codecs of lossy 12-bit greys may round the cosine transform either way. */
const LOSSY_GREYS = /\.4\.(51|53|55)$/;
/** 32-bit cells in big-endian order are whole for their writer, two swapped words for DCMTK. */
const WHOLE_CELLS = /rtdose_expb/;
/** DCMTK finds the JPEG bytes in these incomplete. */
const UNREADABLE = /SC_rgb_jpeg\.dcm$/;

const scratch = mkdtempSync(join(tmpdir(), 'wardbox-dcmtk-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Compared {
  readonly name: string;
  readonly dicom: OpenedDicom;
  readonly dataSet: DicomDataSet;
}

/** Files with pixels that this program reads and DCMTK has a decoder for. */
async function comparableFiles(): Promise<Compared[]> {
  if (!hasData || !hasDcmtk) return [];
  const found: Compared[] = [];
  for (const name of referenceFiles()) {
    if (WHOLE_CELLS.test(name) || UNREADABLE.test(name)) continue;
    try {
      const bytes = readFileSync(join(DATA, name));
      const dicom = await openDicom(bytes, { megapixels: MEGAPIXELS });
      await dicom.display();
      if (!decodes(dicom.transferSyntax.uid)) continue;
      found.push({ name, dicom, dataSet: readDataSet(bytes) });
    } catch (error) {
      if (!(error instanceof PictureFault)) throw error;
    }
  }
  return found;
}

/** The bit patterns of one frame as DCMTK unpacked them, interleaved by pixel. */
function patterns(plain: PlainFile, facts: PixelFacts, frame: number): Uint32Array {
  const { rows, columns, samplesPerPixel, bitsAllocated, bitsStored } = facts;
  const pixels = plain.pixels();
  const plane = rows * columns;
  const bytes = bitsAllocated / 8;
  const mask = 2 ** bitsStored - 1;
  const planar = samplesPerPixel > 1 && plain.planar();
  const cell = (index: number) => {
    if (bitsAllocated === 1) return (pixels[index >> 3]! >> (index & 7)) & 1;
    if (bytes === 1) return pixels[index]! & mask;
    if (bytes === 2) return pixels.readUInt16LE(index * 2) & mask;
    return (pixels.readUInt32LE(index * 4) & mask) >>> 0;
  };
  const start = plane * samplesPerPixel * (frame - 1);
  const found = new Uint32Array(plane * samplesPerPixel);
  for (let i = 0; i < found.length; i += 1) {
    const channel = i % samplesPerPixel;
    found[i] = cell(start + (planar ? channel * plane + Math.floor(i / samplesPerPixel) : i));
  }
  return found;
}

function furthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let most = 0;
  for (let i = 0; i < a.length; i += 1) {
    // Written so that NaN is far away.
    const distance = Math.abs(a[i]! - b[i]!);
    if (!(distance <= most)) most = distance;
  }
  return most;
}

/** How DCMTK is asked for the same window; undefined where it has no way to show the same. */
function windowOptions({ dicom, dataSet }: Compared): string[] | undefined {
  const { attributes } = dataSet;
  const [, number] = /^window (\d+)/.exec(dicom.windowUsed) ?? [];
  if (number === undefined) {
    // It shows padding like any other value.
    return attributes.has('x00280120') ? undefined : ['+Wm'];
  }
  // It looks for rescale and window in no functional group.
  return attributes.has('x52009229') ? undefined : ['+Wi', number];
}

/**
 * Levels of 65,535 that a grey may be off: DCMTK rounds rescaled values to whole units, and a
 * stored value that differs by one is a step of the slope.
 */
function tolerance({ dicom, dataSet }: Compared): number {
  const slope = dataSet.attributes.decimal('x00281053') ?? 1;
  const lossy = LOSSY_GREYS.test(dicom.transferSyntax.uid);
  if (Number.isInteger(slope) && !lossy) return 1;
  const width = dataSet.attributes.decimal('x00281051');
  // Without a window the lossy files span 260 values and more.
  return Math.ceil((65_535 / (width ?? 260)) * (lossy ? slope + 1 : 1));
}

const files = await comparableFiles();
const reason = hasData ? (hasDcmtk ? '' : `: ${NO_DCMTK}`) : `: ${NO_DATA}`;
let greysCompared = 0;

describe.skipIf(reason !== '')(`beside DCMTK${reason}`, () => {
  it.each(files)('$name', async (file) => {
    const { name, dicom, dataSet } = file;
    const { uid } = dicom.transferSyntax;
    const plain = decompress(join(DATA, name), uid, mkdtempSync(join(scratch, 'file-')));
    const facts = readPixelFacts(dataSet.attributes, MEGAPIXELS);
    const { samples, photometric } = await decodeFrame(dataSet, facts, facts.frames);
    // Native chroma is stored for every other pixel; it is compared as it is shown.
    if (facts.photometric !== 'YBR_FULL_422' || photometric !== 'YBR_FULL') {
      const mask = 2 ** facts.bitsStored - 1;
      const ours = Uint32Array.from(samples, (sample) => (sample & mask) >>> 0);
      const distance = furthest(ours, patterns(plain, facts, facts.frames));
      expect(distance).toBeLessThanOrEqual(LOSSY_GREYS.test(uid) ? 1 : 0);
    }
    const shown = await dicom.display();
    if (shown.kind === 'colour') {
      expect(furthest(shown.rgb, plain.shown(dicom.frame, '+opb'))).toBeLessThanOrEqual(1);
      return;
    }
    const window = windowOptions(file);
    if (window === undefined) return;
    const reference = plain.shown(dicom.frame, '+opw', ...window);
    expect(furthest(shown.greys, reference)).toBeLessThanOrEqual(tolerance(file));
    greysCompared += 1;
  });

  it('was compared for most files', () => {
    expect(files.length).toBeGreaterThanOrEqual(115);
    expect(greysCompared).toBeGreaterThanOrEqual(65);
  });
});
