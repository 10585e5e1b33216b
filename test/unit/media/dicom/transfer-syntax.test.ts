import { describe, expect, it } from 'vitest';
import { transferSyntaxOf } from '../../../../src/media/dicom/transfer-syntax.js';

const syntax = (suffix: string) => transferSyntaxOf(`1.2.840.10008.1.2${suffix}`);

describe('transfer syntaxes', () => {
  it('knows what is native', () => {
    const flags = (suffix: string) => {
      const { encapsulated, bigEndian, deflated, decode } = syntax(suffix)!;
      return { encapsulated, bigEndian, deflated, decode };
    };
    const plain = { encapsulated: false, bigEndian: false, deflated: false, decode: undefined };
    expect(flags('')).toEqual(plain);
    expect(flags('.1')).toEqual(plain);
    expect(flags('.1.99')).toEqual({ ...plain, deflated: true });
    expect(flags('.2')).toEqual({ ...plain, bigEndian: true });
  });

  it.each([
    '.4.50',
    '.4.51',
    '.4.53',
    '.4.55',
    '.4.57',
    '.4.70',
    '.4.80',
    '.4.81',
    '.4.90',
    '.4.91',
    '.4.201',
    '.4.202',
    '.4.203',
    '.5',
  ])('decodes %s', (suffix) => {
    expect(syntax(suffix)).toMatchObject({ encapsulated: true, decode: expect.any(Function) });
  });

  it.each(['.4.92', '.4.100', '.4.102.1', '.4.107', '.4.110', '.4.58', '.4.66', '.1.98', '.8.1'])(
    'knows %s, but does not decode it',
    (suffix) => {
      expect(syntax(suffix)).toMatchObject({ encapsulated: true, decode: undefined });
    },
  );

  it('says which may have lost something', () => {
    const lossy = ['.4.50', '.4.51', '.4.81', '.4.91', '.4.203', '.4.111'];
    const lossless = ['', '.1.98', '.4.57', '.4.70', '.4.80', '.4.90', '.4.201', '.4.202', '.5'];
    expect(lossy.map((suffix) => syntax(suffix)?.lossy)).toEqual(lossy.map(() => true));
    expect(lossless.map((suffix) => syntax(suffix)?.lossy)).toEqual(lossless.map(() => false));
  });

  it('names them as PS3.6 does', () => {
    expect(syntax('.4.70')?.name).toBe(
      'JPEG Lossless, Non-Hierarchical, First-Order Prediction (Process 14 [Selection Value 1])',
    );
    expect(syntax('.2')?.name).toBe('Explicit VR Big Endian (Retired)');
  });

  it('knows nothing else', () => {
    expect(transferSyntaxOf('1.2.840.10008.1.2.4.999')).toBeUndefined();
    expect(transferSyntaxOf('')).toBeUndefined();
    expect(transferSyntaxOf('1.2.840.10008.1.1')).toBeUndefined();
  });
});
