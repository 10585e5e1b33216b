import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT_LITTLE_ENDIAN,
} from '../../../../scripts/samples/dicom-file.js';
import { openDicom } from '../../../../src/media/dicom/open-dicom.js';
import { PictureFault } from '../../../../src/media/picture-fault.js';
import { sniffFile } from '../../../../src/media/sniff.js';
import { rounds } from '../../../support/rounds.js';
import { type Changes, greyFile, MEGAPIXELS } from './grey-file.js';

/** Of a processor. */
const SLOWEST_MS = 4_000;

const RICH: Changes = {
  '00280008': ['IS', '2'],
  '00280010': ['US', 1],
  '00280030': ['DS', '0.5\\0.5'],
  '00280120': ['US', 3000],
  '00281050': ['DS', '3000\\1'],
  '00281051': ['DS', '6000\\2'],
  '00281052': ['DS', '-10'],
  '00281053': ['DS', '2'],
  '00283010': [
    'SQ',
    [
      {
        items: [
          { tag: '00283002', vr: 'US', value: [4, 0, 16] },
          { tag: '00283006', vr: 'OW', value: [0, 900, 20_000, 65_535] },
        ],
      },
    ],
  ],
  '52009230': ['SQ', [{ items: [] }, { items: [{ tag: '00289145', vr: 'SQ', value: [] }] }]],
};
const PALETTE: Changes = {
  '00280004': ['CS', 'PALETTE COLOR'],
  '00280100': ['US', 8],
  '00280101': ['US', 8],
  ...Object.fromEntries(
    [1, 2, 3].flatMap((channel) => [
      [`0028110${channel}`, ['US', [4, 0, 16]] as const],
      [`0028122${channel}`, ['OW', [0, 2, 0, 500, 1, 2, 65_535]] as const],
    ]),
  ),
};

const synthetic = [
  ...[
    EXPLICIT_LITTLE_ENDIAN,
    IMPLICIT_LITTLE_ENDIAN,
    EXPLICIT_BIG_ENDIAN,
    DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  ].flatMap((syntax) => [
    greyFile(RICH, { syntax }),
    greyFile(RICH, { syntax, undefinedLengths: true, meta: syntax === IMPLICIT_LITTLE_ENDIAN }),
  ]),
  greyFile(PALETTE),
  greyFile(RICH, {
    syntax: '1.2.840.10008.1.2.5',
    pixels: { fragments: [new Uint8Array(80), new Uint8Array(80)], offsets: [0, 88] },
  }),
];

const DATA = join(import.meta.dirname, '../../../../../shared/data/dicom');
const REAL = [
  'pydicom/MR_small.dcm',
  'pydicom/MR_small_RLE.dcm',
  'pydicom/MR_small_bigendian.dcm',
  'pydicom/MR_small_jp2klossless.dcm',
  'pydicom/MR_small_jpeg_ls_lossless.dcm',
  'pydicom/SC_rgb_jpeg_dcmtk.dcm',
  'pydicom/SC_rgb_jpeg_gdcm.dcm',
  'pydicom/JPGExtended.dcm',
  'pydicom/rtdose_rle.dcm',
  'pydicom/test-SR.dcm',
  'pydicom/image_dfl.dcm',
];
const hasData = existsSync(DATA);

/** Opens and shows; whatever else than a picture or a picture fault comes out fails the test. */
async function readOrRefuse(bytes: Buffer): Promise<void> {
  const before = process.cpuUsage();
  try {
    const dicom = await openDicom(bytes, { megapixels: MEGAPIXELS });
    const { greys } = await dicom.sample(8, 8);
    expect(greys).toHaveLength(64);
    expect(greys.every((grey) => grey >= 0 && grey <= 255)).toBe(true);
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error;
    expect(error.message).not.toMatch(/SECRET|dicomParser|undefined|NaN/);
  }
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(SLOWEST_MS);
}

const damage = (count: number) =>
  fc.record({
    file: fc.nat(count - 1),
    changes: fc.array(
      fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }),
      {
        maxLength: 12,
      },
    ),
    // Most damage is to happen where the header is.
    inHeader: fc.boolean(),
    keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  });

function apply(
  original: Buffer,
  {
    changes,
    inHeader,
    keep,
  }: { changes: { at: number; byte: number }[]; inHeader: boolean; keep: number },
): Buffer {
  const bytes = Buffer.from(original.subarray(0, Math.floor(original.length * keep)));
  const reach = inHeader ? Math.min(bytes.length, 1_500) : bytes.length;
  for (const { at, byte } of changes) {
    if (reach > 0) bytes[Math.min(Math.floor(at * reach), reach - 1)] = byte;
  }
  return bytes;
}

describe('whatever is done to a file, it is read or refused', () => {
  it('when it was made for this', async () => {
    for (const file of synthetic) await readOrRefuse(file);
    await fc.assert(
      fc.asyncProperty(damage(synthetic.length), ({ file, ...rest }) =>
        readOrRefuse(apply(synthetic[file]!, rest)),
      ),
      { numRuns: rounds({ short: 300, long: 7_500 }) },
    );
  });

  it('when it is no DICOM file at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (noise) => {
        const bytes = Buffer.from(noise);
        await readOrRefuse(bytes);
        await readOrRefuse(Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), bytes]));
        expect(sniffFile(bytes)).not.toBe('dicom');
      }),
      { numRuns: rounds({ short: 100, long: 2_500 }) },
    );
  });

  it.skipIf(!hasData)(
    `when a scanner made it${hasData ? '' : ': the reference files are missing'}`,
    async () => {
      const files = REAL.map((name) => readFileSync(join(DATA, name)));
      await fc.assert(
        fc.asyncProperty(damage(files.length), ({ file, ...rest }) =>
          readOrRefuse(apply(files[file]!, rest)),
        ),
        { numRuns: rounds({ short: 120, long: 3_000 }) },
      );
    },
  );
});
