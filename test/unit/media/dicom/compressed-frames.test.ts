import { describe, expect, it } from 'vitest';
import { openDicom } from '../../../../src/media/dicom/open-dicom.js';
import { type Changes, faultOf, greyFile, MEGAPIXELS, shown } from './grey-file.js';

const RLE = '1.2.840.10008.1.2.5';
const WHITE = 65_535;

/** Bytes of one plane as an RLE frame (PS3.5 annex G): one segment, one literal run. */
function rleFrame(...bytes: number[]): Uint8Array {
  const header = new Uint32Array(16);
  header.set([1, 64]);
  return Uint8Array.from([...new Uint8Array(header.buffer), bytes.length - 1, ...bytes]);
}
const FRAME_BYTES = 64 + 4;
const EIGHT_BITS: Changes = {
  '00280008': ['IS', '3'],
  '00280010': ['US', 1],
  '00280011': ['US', 3],
  '00280100': ['US', 8],
  '00280101': ['US', 8],
  '00280102': ['US', 7],
};
const FRAMES = [rleFrame(0, 1, 2), rleFrame(2, 0, 1), rleFrame(1, 2, 0)];
const file = (changes: Changes = {}, offsets?: number[], fragments = FRAMES) =>
  greyFile(
    { ...EIGHT_BITS, ...changes },
    { syntax: RLE, pixels: { fragments, ...(offsets && { offsets }) } },
  );

describe('compressed frames', () => {
  it.each([
    ['without offsets', file()],
    ['by the Basic Offset Table', file({}, [0, 76, 152])],
    [
      'by the Extended Offset Table, whose representation the parser does not know',
      file({
        '7fe00001': ['OV', [0, 76, 152]],
        '7fe00002': ['OV', [FRAME_BYTES, FRAME_BYTES, FRAME_BYTES]],
      }),
    ],
  ])('are found %s', async (_, bytes) => {
    expect(await shown(bytes, { frame: 1 })).toEqual([0, 32_768, WHITE]);
    expect(await shown(bytes, { frame: 2 })).toEqual([WHITE, 0, 32_768]);
    expect(await shown(bytes, { frame: 3 })).toEqual([32_768, WHITE, 0]);
  });

  it('of RLE are cells: bits beyond those stored are taken off', async () => {
    const changes = { '00280101': ['US', 4], '00280102': ['US', 3] } as const;
    const bytes = file(changes, undefined, [rleFrame(0xf0, 0x91, 0x22), ...FRAMES.slice(1)]);
    expect(await shown(bytes, { frame: 1 })).toEqual([0, 32_768, WHITE]);
  });

  it('that are not there are a fault', async () => {
    const two = file({}, undefined, FRAMES.slice(0, 2));
    expect(await faultOf(two, { frame: 3 })).not.toBe('no fault');
    expect(await faultOf(file().subarray(0, -100), { frame: 3 })).not.toBe('no fault');
  });

  it('of a codec that is not carried are refused by its name, those that lose are warned of', async () => {
    const mpeg = greyFile(EIGHT_BITS, {
      syntax: '1.2.840.10008.1.2.4.100',
      pixels: { fragments: FRAMES },
    });
    expect(await faultOf(mpeg)).toMatch(/^is compressed as MPEG2.*, which is not supported$/);
    const lossy = greyFile(
      { ...EIGHT_BITS, '00280008': undefined },
      { syntax: '1.2.840.10008.1.2.4.50', pixels: { fragments: [Uint8Array.of(0xff, 0xd8)] } },
    );
    const { warnings, transferSyntax } = await openDicom(lossy, { megapixels: MEGAPIXELS });
    expect(transferSyntax.lossy).toBe(true);
    expect(warnings.join()).toContain('compressed with loss');
    expect(await faultOf(lossy)).not.toBe('no fault');
  });

  it('that come without fragments are a fault', async () => {
    expect(await faultOf(greyFile(EIGHT_BITS, { syntax: RLE }))).not.toBe('no fault');
  });
});
