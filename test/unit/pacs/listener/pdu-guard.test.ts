import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PduGuard } from '../../../../src/pacs/listener/pdu-guard.js';

const MAX = 1_000;

function pdu(type: number, length: number, content = length): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt8(type, 0);
  header.writeUInt32BE(length, 2);
  return Buffer.concat([header, Buffer.alloc(content, 7)]);
}
const ASSOCIATE = pdu(1, 200);

describe('what a connection sends', () => {
  it('is accepted while it is an association, however it is cut', () => {
    const valid = Buffer.concat([ASSOCIATE, pdu(4, MAX), pdu(4, 0), pdu(4, 17), pdu(5, 4)]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: valid.length })), (cuts) => {
        const guard = new PduGuard(MAX);
        const ends = [...new Set([...cuts, valid.length])].sort((a, b) => a - b);
        const answers = ends.map((end, n) =>
          guard.accept(valid.subarray(n === 0 ? 0 : ends[n - 1], end)),
        );
        expect(answers.every(Boolean)).toBe(true);
      }),
    );
  });

  it.each([
    ['anything but an association first', pdu(4, 10)],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: wardbox\r\n\r\n')],
    ['a second association', Buffer.concat([ASSOCIATE, ASSOCIATE])],
    ['a type that there is not', Buffer.concat([ASSOCIATE, pdu(8, 4)])],
    ['data longer than was agreed', Buffer.concat([ASSOCIATE, pdu(4, MAX + 1, 0)])],
    ['data of four gigabytes', Buffer.concat([ASSOCIATE, pdu(4, 0xff_ff_ff_ff, 0)])],
    ['a release of a megabyte', Buffer.concat([ASSOCIATE, pdu(5, 1_000_000, 0)])],
    ['a request of two megabytes', pdu(1, 2_000_000, 0)],
  ])('is refused for %s', (_, bytes) => {
    expect(new PduGuard(MAX).accept(bytes)).toBe(false);
    const slow = new PduGuard(MAX);
    expect([...bytes].every((byte) => slow.accept(Uint8Array.of(byte)))).toBe(false);
  });
});
