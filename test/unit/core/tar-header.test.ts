import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK, readTarHeader, tarHeader } from '../../../src/core/tar-header.js';

const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,30}$/);
const names = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('/'))
  .filter((name) => name.length <= 150);
const sizes = fc.oneof(
  fc.integer({ min: 0, max: 8 ** 11 - 1 }),
  fc.integer({ min: 8 ** 11, max: Number.MAX_SAFE_INTEGER }),
);

describe('the header of a file in a tar archive', () => {
  it('says what it was made of, long names and large sizes too', () => {
    fc.assert(
      fc.property(names, sizes, (name, bytes) => {
        expect(readTarHeader(tarHeader(name, bytes, 1_000_000_000))).toEqual({
          ...{ name, bytes, kind: 'file' },
        });
      }),
    );
  });

  it('is refused with any byte changed, but for what makes it empty', () => {
    const header = tarHeader('onnx/model.onnx', 12_345, 1_000_000_000);
    const flip = fc.tuple(fc.nat(BLOCK - 1), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(flip, ([at, by]) => {
        const changed = Buffer.from(header);
        changed[at] = changed[at]! ^ by;
        // In the sum itself other digits may say the same number: a space for a zero in front.
        const read = () => readTarHeader(changed);
        if (at >= 148 && at < 156) return;
        expect(read).toThrow(RangeError);
      }),
    );
  });

  it('of an empty block is the end', () => {
    expect(readTarHeader(Buffer.alloc(BLOCK))).toBeUndefined();
  });

  it.each([
    ['no header at all', Buffer.from('x'.repeat(BLOCK))],
    ['an empty block but for one byte', Buffer.alloc(BLOCK, 0).fill(1, 511)],
  ])('is refused for %s', (_, block) => {
    expect(() => readTarHeader(block)).toThrow('no tar archive');
  });

  it('tells a folder and a link from a file', () => {
    const as = (type: string) => {
      const header = tarHeader('a', 0, 0);
      header.write(type, 156);
      const sum = header.fill(' ', 148, 156).reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      return readTarHeader(header)?.kind;
    };
    expect(['0', '5', '1', '2', 'x', 'L'].map(as)).toEqual([
      ...['file', 'folder', 'other 1', 'other 2', 'other x', 'other L'],
    ]);
  });

  it('has no room for a name without a slash at the right place', () => {
    expect(() => tarHeader('x'.repeat(101), 0, 0)).toThrow(RangeError);
    expect(() => tarHeader(`${'y/'.repeat(90)}${'x'.repeat(101)}`, 0, 0)).toThrow(RangeError);
  });
});
