import { describe, expect, it } from 'vitest';
import { ID, readHead } from '../../../../src/media/audio/webm/ebml.js';
import { audioFixture, decodeAudio, levelOf } from '../../../support/decode-audio.js';

/** The file without the blocks of sound from one number up to another. */
function withoutBlocks(bytes: Uint8Array, from: number, to: number): Uint8Array {
  let at = Buffer.from(bytes).indexOf('1f43b675', 0, 'hex');
  const kept: Uint8Array[] = [bytes.subarray(0, at)];
  for (let number = 0; at < bytes.length; ) {
    const head = readHead(bytes, at)!;
    const end = head.id === ID.cluster ? at + head.head : at + head.head + (head.size ?? 0);
    const block = head.id === ID.simpleBlock;
    if (!block || number < from || number >= to) kept.push(bytes.subarray(at, end));
    number += block ? 1 : 0;
    at = end;
  }
  return Buffer.concat(kept);
}

describe('a recorder that leaves pauses out', () => {
  it('has them as silence, in their place', async () => {
    const { samples, notes } = await decodeAudio(
      withoutBlocks(audioFixture('live-opus.webm'), 40, 60),
    );
    expect(Math.abs(samples.length - 32_000)).toBeLessThan(100);
    expect(levelOf(samples.subarray(13_000, 18_500))).toBeLessThan(-90);
    expect(levelOf(samples.subarray(6000, 12_000))).toBeGreaterThan(-20);
    expect(levelOf(samples.subarray(20_000, 26_000))).toBeGreaterThan(-20);
    expect(notes).toEqual(['0.4 s of missing sound were counted as silence']);
  });

  it('is not believed to have paused for hours', async () => {
    const bytes = audioFixture('live-opus.webm').slice();
    const scale = Buffer.from(bytes).indexOf('2ad7b1', 0, 'hex');
    // A tick of 16 s instead of a millisecond.
    bytes.set([0x83, 0xff, 0xff, 0xff], scale + 3);
    const { samples } = await decodeAudio(bytes, { maxSeconds: 3600 });
    expect(samples.length).toBeLessThan(16_000 * 3600);
  });
});
