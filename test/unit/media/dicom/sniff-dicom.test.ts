import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  IMPLICIT_LITTLE_ENDIAN,
} from '../../../../scripts/samples/dicom-file.js';
import { startsDataSet } from '../../../../src/media/dicom/file-encoding.js';
import { sniffFile } from '../../../../src/media/sniff.js';
import { gradient8 } from '../../../support/gradients.js';
import { rounds } from '../../../support/rounds.js';
import { greyFile } from './grey-file.js';

const HEADED = { '00080005': ['CS', 'ISO_IR 100'], '00080008': ['CS', 'ORIGINAL'] } as const;

describe('a DICOM file is known', () => {
  it.each([EXPLICIT_LITTLE_ENDIAN, IMPLICIT_LITTLE_ENDIAN, EXPLICIT_BIG_ENDIAN])(
    'by its first elements, where it has no preamble (%s)',
    (syntax) => {
      const bare = greyFile(HEADED, { syntax, meta: false });
      expect(sniffFile(bare)).toBe('dicom');
      expect(sniffFile(bare.subarray(0, 20))).toBe('unknown');
    },
  );

  it('by its meta information without preamble', () => {
    expect(sniffFile(greyFile().subarray(132))).toBe('dicom');
  });

  it.each(['II*\0', 'MM\0*'])('in spite of a preamble that is the head of a TIFF (%s)', (head) => {
    const file = greyFile();
    file.write(head, 0, 'latin1');
    expect(sniffFile(file)).toBe('dicom');
    expect(sniffFile(file.subarray(0, 100))).toBe('tiff');
  });
});

describe('no DICOM file is', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(1000)],
    ['text', Buffer.from('02 00 is how a file might start\n'.repeat(20))],
    ['one element', greyFile(HEADED, { meta: false }).subarray(0, 18)],
    ['elements in the wrong order', swapped()],
    ['a later part of a data set', greyFile({}, { meta: false }).subarray(60)],
  ])('%s', (_, bytes) => {
    expect(sniffFile(bytes)).toBe('unknown');
  });

  it.each(['png', 'jpeg', 'webp', 'tiff'] as const)('a %s', async (format) => {
    const bytes = await gradient8(64, 64, 2).toFormat(format).toBuffer();
    expect(startsDataSet(bytes)).toBe(false);
    expect(sniffFile(bytes)).toBe(format);
  });

  it('noise, even behind the first two bytes of one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 8),
        fc.uint8Array({ minLength: 40, maxLength: 300 }),
        (group, noise) => {
          const bytes = Buffer.concat([Buffer.from([group, 0]), noise]);
          expect(startsDataSet(bytes)).toBe(false);
        },
      ),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });
});

/** Elements that are whole, but descend. */
function swapped(): Buffer {
  const bare = greyFile(HEADED, { meta: false });
  const [first, second, rest] = [bare.subarray(0, 18), bare.subarray(18, 34), bare.subarray(34)];
  return Buffer.concat([second, first, rest]);
}
