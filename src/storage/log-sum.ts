/**
 * SQLite's checksum, of its log and of the index beside it
 * (https://www.sqlite.org/fileformat2.html#walformat, "Checksum Algorithm").
 *
 * @param bytes a multiple of 8
 * @param isBig whether they are read as big-endian words of 32 bits
 * @returns two words
 */
export function logSum(bytes: Buffer, isBig: boolean): readonly [first: number, second: number] {
  const word = (at: number) => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let [first, second] = [0, 0];
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return [first, second];
}
