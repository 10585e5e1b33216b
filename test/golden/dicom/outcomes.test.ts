import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Outcome, outcomeOf } from './outcome.js';
import { DATA, hasData, NO_DATA, referenceFiles } from './reference-files.js';

// What each reference file is read as. After a change that is meant to change it, look at the
// pictures, then write it anew: UPDATE_GOLDEN=1 npx vitest run test/golden/dicom/outcomes.test.ts
const TABLE = join(import.meta.dirname, 'outcomes.json');
const SLOWEST_MS = 5_000;

const files = referenceFiles();
const expected: Record<string, Outcome> = JSON.parse(readFileSync(TABLE, 'utf8'));
const found = new Map<string, Outcome>();

/** The same pixels in different clothes: the greys must not differ by one level. */
const TWINS: readonly (readonly [of: string, ...twins: string[]])[] = [
  [
    'cornerstoneWADOImageLoader/CTImage.dcm',
    'BigEndianExplicitTransferSyntax_1.2.840.10008.1.2.2',
    'DeflatedExplicitVRLittleEndianTransferSyntax_1.2.840.10008.1.2.1.99',
    'JPEG2000LosslessOnlyTransferSyntax_1.2.840.10008.1.2.4.90',
    'JPEGLSLosslessTransferSyntax_1.2.840.10008.1.2.4.80',
    'JPEGProcess14SV1TransferSyntax_1.2.840.10008.1.2.4.70',
    'JPEGProcess14TransferSyntax_1.2.840.10008.1.2.4.57',
    'LittleEndianExplicitTransferSyntax_1.2.840.10008.1.2.1',
    'LittleEndianImplicitTransferSyntax_1.2.840.10008.1.2',
    'RLELosslessTransferSyntax_1.2.840.10008.1.2.5',
  ].map((name, i) => (i === 0 ? name : `cornerstoneWADOImageLoader/CTImage.dcm_${name}.dcm`)) as [
    string,
  ],
  [
    'pydicom/MR_small.dcm',
    'pydicom/MR_small_RLE.dcm',
    'pydicom/MR_small_bigendian.dcm',
    'pydicom/MR_small_expb.dcm',
    'pydicom/MR_small_implicit.dcm',
    'pydicom/MR_small_jp2klossless.dcm',
    'pydicom/MR_small_jpeg_ls_lossless.dcm',
    'pydicom/MR_small_padded.dcm',
  ],
  [
    'dicomParser/CT1_UNC.explicit_little_endian.dcm',
    'cornerstoneWADOImageLoader/CT1_J2KR',
    'dicomParser/CT1_UNC.explicit_big_endian.dcm',
    'dicomParser/CT1_UNC.implicit_little_endian.dcm',
    'dicomParser/encapsulated/single-frame/CT1_UNC.fragmented_bot_jpeg_ls.80.dcm',
    'dicomParser/encapsulated/single-frame/CT1_UNC.not_fragmented_no_bot_jpeg_ls.80.dcm',
  ],
  ['pydicom/rtdose.dcm', 'pydicom/rtdose_expb.dcm', 'pydicom/rtdose_rle.dcm'],
  ['pydicom/liver_1frame.dcm', 'pydicom/liver_expb_1frame.dcm'],
  [
    'pydicom/SC_rgb_rle.dcm',
    'pydicom/SC_rgb_rle_16bit.dcm',
    'pydicom/SC_rgb_rle_32bit_2frame.dcm',
    'pydicom/SC_rgb_jpeg_gdcm.dcm',
  ],
];

describe.skipIf(!hasData)(`the reference files${hasData ? '' : `: ${NO_DATA}`}`, () => {
  it.each(files)(
    '%s',
    async (file) => {
      const outcome = await outcomeOf(readFileSync(join(DATA, file)));
      found.set(file, outcome);
      if (process.env.UPDATE_GOLDEN === undefined) expect(outcome).toEqual(expected[file]);
    },
    SLOWEST_MS,
  );

  it('are those of the table', () => {
    if (process.env.UPDATE_GOLDEN !== undefined) {
      writeFileSync(TABLE, `${JSON.stringify(Object.fromEntries(found), null, 2)}\n`);
      return;
    }
    expect(Object.keys(expected)).toEqual(files);
  });

  it.each(TWINS)('%s shows the same greys in every encoding', (of, ...twins) => {
    const { sha256 } = found.get(of)!;
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    for (const twin of twins) expect({ twin, ...found.get(twin) }).toMatchObject({ twin, sha256 });
  });
});
