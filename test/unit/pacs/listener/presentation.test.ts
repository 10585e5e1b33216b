import { describe, expect, it } from 'vitest';
import { negotiate } from '../../../../src/pacs/listener/presentation.js';

const CT = '1.2.840.10008.5.1.4.1.1.2';
const IMPLICIT = '1.2.840.10008.1.2';
const EXPLICIT = '1.2.840.10008.1.2.1';
const JPEG_2000 = '1.2.840.10008.1.2.4.90';
const MPEG4 = '1.2.840.10008.1.2.4.102';

describe('a presentation context', () => {
  it('is accepted with the first syntax of the sender that can be decoded', () => {
    expect(negotiate(CT, [MPEG4, JPEG_2000, EXPLICIT])).toEqual({ accepted: JPEG_2000 });
    expect(negotiate(CT, [EXPLICIT, JPEG_2000])).toEqual({ accepted: EXPLICIT });
  });

  it('is refused where no syntax can be decoded, or the class is not stored', () => {
    expect(negotiate(CT, [MPEG4])).toEqual({ refused: 'transfer-syntaxes' });
    expect(negotiate('1.2.840.10008.5.1.4.1.1.104.1', [EXPLICIT])).toEqual({
      refused: 'abstract-syntax',
    });
  });

  it('of verification is accepted in the default syntax', () => {
    expect(negotiate('1.2.840.10008.1.1', [EXPLICIT, IMPLICIT])).toEqual({ accepted: IMPLICIT });
    expect(negotiate('1.2.840.10008.1.1', [MPEG4])).toEqual({ refused: 'transfer-syntaxes' });
  });
});
