/** PackBits as PS3.5 section G.3.1 recommends it: runs of three and more, the rest literally. */
function packBits(bytes: Uint8Array): number[] {
  const packed: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    let run = 1;
    while (run < 128 && bytes[at + run] === bytes[at]) run += 1;
    if (run >= 3) {
      packed.push(257 - run, bytes[at]!);
      at += run;
      continue;
    }
    const start = at;
    const repeats = () => bytes[at] === bytes[at + 1] && bytes[at] === bytes[at + 2];
    while (at < bytes.length && at - start < 128 && !(at + 2 < bytes.length && repeats())) at += 1;
    packed.push(at - start - 1, ...bytes.subarray(start, at));
  }
  if (packed.length % 2 === 1) packed.push(0);
  return packed;
}

/** An RLE frame of cells that are interleaved by pixel. */
export function encodeRle(cells: ArrayLike<number>, samples: number, width: number): Uint8Array {
  const pixels = cells.length / samples;
  const segments: number[][] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    for (let byte = width - 1; byte >= 0; byte -= 1) {
      const plane = Uint8Array.from(
        { length: pixels },
        (_, i) => Math.floor(cells[i * samples + sample]! / 256 ** byte) & 255,
      );
      segments.push(packBits(plane));
    }
  }
  const head = Buffer.alloc(64);
  head.writeUInt32LE(segments.length, 0);
  let offset = 64;
  for (const [index, segment] of segments.entries()) {
    head.writeUInt32LE(offset, 4 + 4 * index);
    offset += segment.length;
  }
  return Buffer.concat([head, ...segments.map((segment) => Buffer.from(segment))]);
}
