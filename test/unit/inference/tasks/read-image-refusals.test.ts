import { describe, expect, it } from 'vitest';
import { readImage } from '../../../../src/inference/tasks/read-image.js';
import { OPEN_GATE, openFixture } from '../../../support/open-fixture.js';
import { greyPicture, pngHeader } from '../../../support/pictures.js';
import { rejectionOf } from '../../../support/thrown.js';

const LIMITS = { fileBytes: 100_000, megapixels: 100 };

/** What the client is told of a field that holds these characters. */
async function refusalOf(encoded: string, limits = LIMITS) {
  const model = await openFixture('pattern-fp32', OPEN_GATE);
  const input = { modelId: 'x', encoded: Buffer.from(encoded), limits, wantHeatmap: false };
  const error = await rejectionOf(readImage(input, model));
  expect(error.code).toBe('validation_error');
  expect(error.issues).toHaveLength(1);
  expect(error.issues[0]!.field).toBe('image_data');
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
    ['text', base64('Chest film of Jane Roe'), 'must be a PNG, JPEG, WebP or TIFF picture'],
    ['SVG', base64(SVG), 'must be a PNG, JPEG, WebP or TIFF picture'],
    [
      'SVG that is called PNG',
      `data:image/png;base64,${base64(SVG)}`,
      'must be a PNG, JPEG, WebP or TIFF picture',
    ],
    ['PDF', base64('%PDF-1.7 '), 'must be a PNG, JPEG, WebP or TIFF picture'],
    ['DICOM', base64(DICOM), 'is a DICOM file, which this version does not read'],
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
    expect(await refusalOf(base64(bytes), limits)).toBe(
      `holds ${bytes.length} bytes; at most ${bytes.length - 1} are taken`,
    );
    const model = await openFixture('pattern-fp32', OPEN_GATE);
    const input = { modelId: 'x', encoded: Buffer.from(base64(bytes)), wantHeatmap: false };
    const output = await readImage(
      { ...input, limits: { ...LIMITS, fileBytes: bytes.length } },
      model,
    );
    expect(output.assessed).toBe(true);
  });

  it('without a word of what the file held', async () => {
    const issue = await refusalOf(base64(`\x89PNG\r\n\x1a\n Jane Roe ${'x'.repeat(100)}`));
    expect(issue).not.toContain('Jane');
  });
});
