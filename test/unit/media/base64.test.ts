import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../src/media/base64.js';

const decode = (text: string) => decodeBase64(Buffer.from(text, 'utf8'));
const bytesOf = fc.uint8Array({ maxLength: 200 });
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

describe('decodeBase64', () => {
  it('gives the bytes back, with padding and without', () => {
    fc.assert(
      fc.property(bytesOf, (bytes) => {
        const text = encode(bytes);
        expect(decode(text)).toEqual(Buffer.from(bytes));
        expect(decode(text.replace(/=+$/, ''))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('passes over white space wherever an encoder put it', () => {
    const space = fc.constantFrom('\n', '\r\n', ' ', '\t');
    fc.assert(
      fc.property(bytesOf, fc.array(fc.tuple(fc.nat(300), space)), (bytes, breaks) => {
        let text = encode(bytes);
        for (const [at, put] of breaks) {
          const cut = at % (text.length + 1);
          text = text.slice(0, cut) + put + text.slice(cut);
        }
        expect(decode(text)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each([
    'data:image/png;base64,',
    'DATA:IMAGE/PNG;BASE64,',
    'data:image/svg+xml;base64,',
    'data:application/octet-stream;charset=utf-8;base64,',
  ])('takes the head %s of a data URL', (head) => {
    fc.assert(
      fc.property(bytesOf, (bytes) => {
        expect(decode(head + encode(bytes))).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['a character outside the alphabet', 'QUJD!'],
    ['the alphabet for URLs', 'QUJ_-A=='],
    ['text', 'not base64'],
    ['a letter that is none in ASCII', 'QUJDé'],
    ['a zero byte', 'QUJD\0'],
    ['one digit alone', 'QUJDR'],
    ['one digit with padding', 'Q==='],
    ['too much padding', 'QQ==='],
    ['too little padding', 'QQ='],
    ['padding where none belongs', 'QUJD='],
    ['padding in the middle', 'QQ==QUJD'],
    ['padding alone', '='],
    ['two padding characters alone', '=='],
    ['a data URL that is not base64', 'data:image/png,QUJD'],
    ['two heads', 'data:image/png;base64,data:image/png;base64,QUJD'],
    ['a head inside', 'QUJDdata:image/png;base64,QUJD'],
  ])('refuses %s', (_, text) => {
    expect(decode(text)).toBeUndefined();
  });

  it('gives no bytes for no characters', () => {
    expect(decode('')).toEqual(Buffer.alloc(0));
    expect(decode(' \n')).toEqual(Buffer.alloc(0));
    expect(decode('data:image/png;base64,')).toEqual(Buffer.alloc(0));
  });

  it('refuses exactly what is not of the alphabet', () => {
    fc.assert(
      fc.property(
        bytesOf,
        fc.nat(300),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        (bytes, at, put) => {
          fc.pre(!/[A-Za-z0-9+/=\s]/.test(put));
          const text = encode(bytes);
          const cut = at % (text.length + 1);
          expect(decode(text.slice(0, cut) + put + text.slice(cut))).toBeUndefined();
        },
      ),
    );
  });

  it('looks at the part of a buffer that it is given', () => {
    const whole = Buffer.from('!!QUJD!!');
    expect(decodeBase64(whole.subarray(2, 6))).toEqual(Buffer.from('ABC'));
  });

  it('stands tens of megabytes, good or with one fault at the end', () => {
    const large = Buffer.alloc(40_000_000, 'A');
    expect(decodeBase64(large)).toHaveLength(30_000_000);
    large[large.length - 1] = 0x21;
    expect(decodeBase64(large)).toBeUndefined();
  });
});
