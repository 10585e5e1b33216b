import { describe, expect, it } from 'vitest';
import { createSealedFile } from '../../../../src/core/sealed-file.js';
import { readImage } from '../../../../src/imaging/worker/read-image.js';
import type { ReadImageInput } from '../../../../src/imaging/worker/read-image-contract.js';
import { pagedTiff } from '../../../support/gradients.js';
import { OPEN_GATE, openFixture } from '../../../support/open-fixture.js';
import { greyPicture, pngHeader } from '../../../support/pictures.js';
import { rejectionOf } from '../../../support/refusals.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { inputOf } from './reading.js';

const LIMITS = { fileBytes: 100_000, megapixels: 100 };

/** What the client is told of a field that holds these characters. */
async function refusalOf(encoded: string, changes: Partial<ReadImageInput> = {}) {
  const model = await openFixture('pattern-fp32', OPEN_GATE);
  const input = { ...inputOf(encoded), limits: LIMITS, ...changes };
  const error = await rejectionOf(readImage(input, { reader: model }));
  expect(error.code).toBe('validation_error');
  expect(error.issues).toHaveLength(1);
  const asked = changes.frame === undefined ? (changes.field ?? 'image_data') : 'frame';
  expect(error.issues[0]!.field).toBe(asked);
  expect(model.runs()).toBe(0);
  return error.issues[0]!.issue;
}
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100" height="100"/></svg>';
const DICOM = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]);

describe('readImage refuses', () => {
  it.each([
    ['what is not base64', '?? not base64 ??', 'must be base64'],
    ['a URL', 'https://example.org/film.png', 'must be base64'],
    ['no characters', ' ', 'must not be empty'],
    ['an empty data URL', 'data:image/png;base64,', 'must not be empty'],
    ['text', base64('Chest film of Jane Roe'), 'must be a PNG, JPEG, WebP, TIFF or DICOM image'],
    ['SVG', base64(SVG), 'must be a PNG, JPEG, WebP, TIFF or DICOM image'],
    [
      'SVG that is called PNG',
      `data:image/png;base64,${base64(SVG)}`,
      'must be a PNG, JPEG, WebP, TIFF or DICOM image',
    ],
    [
      'a ZIP archive',
      base64('PK\x03\x04 film.dcm'),
      'is a ZIP archive; send the image that is in it',
    ],
    ['PDF', base64('%PDF-1.7 '), 'must be a PNG, JPEG, WebP, TIFF or DICOM image'],
    ['a DICOM file that ends after its head', base64(DICOM), /\S/],
    ['a JPEG of three bytes', base64(Buffer.from([0xff, 0xd8, 0xff])), /damaged|truncated/],
    ['30000 × 30000 pixels', base64(pngHeader(30_000, 30_000)), 'has more than 100 megapixels'],
  ])('%s', async (_, encoded, issue) => {
    expect(await refusalOf(encoded)).toMatch(issue);
  });

  it.each([
    [1, 1],
    [63, 64],
    [64, 63],
    [5_000, 10],
  ])('a picture of %i × %i pixels', async (width, height) => {
    const bytes = await greyPicture(width, height).png().toBuffer();
    expect(await refusalOf(base64(bytes))).toBe(
      `is ${width}×${height} pixels; at least 64×64 are needed`,
    );
  });

  it('a truncated JPEG, PNG and TIFF', async () => {
    const picture = () => greyPicture(200, 200);
    const files = await Promise.all([
      picture().jpeg().toBuffer(),
      picture().png().toBuffer(),
      picture().tiff({ compression: 'none' }).toBuffer(),
    ]);
    for (const bytes of files) {
      expect(await refusalOf(base64(bytes.subarray(0, bytes.length * 0.6)))).toMatch(
        /truncated file|damaged file/,
      );
    }
  });

  it('a file of one byte too many, and takes one of just the limit', async () => {
    const bytes = await greyPicture(100, 100).png().toBuffer();
    const limits = { ...LIMITS, fileBytes: bytes.length - 1 };
    expect(await refusalOf(base64(bytes), { limits })).toBe(
      `has ${bytes.length} bytes; at most ${bytes.length - 1} are accepted`,
    );
    const model = await openFixture('pattern-fp32', OPEN_GATE);
    const input = inputOf(base64(bytes), { limits: { ...LIMITS, fileBytes: bytes.length } });
    const output = await readImage(input, { reader: model });
    expect(output.assessed).toBe(true);
  });

  it('a page or a frame that is not there', async () => {
    const pages = await pagedTiff(70, 90, [40, 200]);
    expect(await refusalOf(base64(pages), { frame: 3 })).toBe('is 3, but the file holds 2 frames');
    const picture = await greyPicture(100, 100).png().toBuffer();
    expect(await refusalOf(base64(picture), { frame: 2 })).toBe('is 2, but the file holds 1 frame');
  });

  it('a file of a form by its own name, and one too large before it is read', async () => {
    const writer = createSealedFile(scratchFolder());
    await writer.write(Buffer.from('Chest film of Jane Roe'));
    const file = await writer.finish();
    const field = 'image';
    expect(await refusalOf('', { field, sent: { file } })).toBe(
      'must be a PNG, JPEG, WebP, TIFF or DICOM image',
    );
    const large = { ...file, path: '/nowhere', bytes: LIMITS.fileBytes + 1 };
    expect(await refusalOf('', { field, sent: { file: large } })).toBe(
      'has 100001 bytes; at most 100000 are accepted',
    );
  });

  it('the earlier picture by its own name', async () => {
    const field = 'prior_image_data';
    expect(await refusalOf('?? not base64 ??', { field })).toBe('must be base64');
    expect(await refusalOf(base64(pngHeader(30_000, 30_000)), { field })).toContain('megapixels');
  });

  it('without a word of what the file held', async () => {
    const issue = await refusalOf(base64(`\x89PNG\r\n\x1a\n Jane Roe ${'x'.repeat(100)}`));
    expect(issue).not.toContain('Jane');
  });
});
