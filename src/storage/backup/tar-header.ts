/** Contents are filled up to whole blocks. */
export const BLOCK = 512;

/** The last size that eleven octal digits can say; larger ones are binary, as GNU tar has them. */
const MOST_OCTAL = 8 ** 11 - 1;

/** Where the size of a file stands in its header. */
const SIZE_AT = 124;
const SIZE_LENGTH = 12;

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;

function writeSize(header: Buffer, bytes: number): void {
  if (bytes <= MOST_OCTAL) {
    header.write(octal(bytes, SIZE_LENGTH), SIZE_AT);
    return;
  }
  header[SIZE_AT] = 0x80;
  header.writeBigUInt64BE(BigInt(bytes), SIZE_AT + 4);
}

/**
 * The header of a regular file that its owner alone may read, as `ustar` of POSIX.1-1988 lays it
 * out (GNU tar manual, "Basic Tar Format").
 *
 * @param name at most 100 bytes
 * @param modifiedAt seconds since 1970
 */
export function tarHeader(name: string, bytes: number, modifiedAt: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  writeSize(header, bytes);
  header.write(octal(modifiedAt, 12), 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** The size that a header tells, when it is one of a file below 8 GiB by that name. */
export function sizeIn(header: Buffer, name: string): number | undefined {
  if (header.toString('latin1', 0, name.length + 1) !== `${name}\0`) return undefined;
  const digits = /^([0-7]{11})\0$/.exec(header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_LENGTH));
  return digits?.[1] === undefined ? undefined : Number.parseInt(digits[1], 8);
}

/** How many zeros follow a content. */
export const paddingAfter = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK;
