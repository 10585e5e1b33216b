/** Contents are filled up to whole blocks. */
export const BLOCK = 512;

/** The last size that eleven octal digits can say; larger ones are binary, as GNU tar has them. */
const MOST_OCTAL = 8 ** 11 - 1;

/** Where the size of a file stands in its header. */
const SIZE_AT = 124;
const SIZE_LENGTH = 12;

/** Where the sum of a header's bytes stands in it, and what counts in its place. */
const SUM_AT = 148;
const SUM_LENGTH = 8;

const NAME_LENGTH = 100;
const PREFIX_AT = 345;
const PREFIX_LENGTH = 155;

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;

function writeSize(header: Buffer, bytes: number): void {
  if (bytes <= MOST_OCTAL) {
    header.write(octal(bytes, SIZE_LENGTH), SIZE_AT);
    return;
  }
  header[SIZE_AT] = 0x80;
  header.writeBigUInt64BE(BigInt(bytes), SIZE_AT + 4);
}

/** A long name is parted at a slash: what stands before it goes into a field of its own. */
function writeName(header: Buffer, name: string): void {
  const bytes = Buffer.byteLength(name);
  const cut = bytes <= NAME_LENGTH ? -1 : name.indexOf('/', bytes - NAME_LENGTH - 1);
  const short = name.slice(cut + 1);
  const prefix = name.slice(0, Math.max(cut, 0));
  if (Buffer.byteLength(short) > NAME_LENGTH || Buffer.byteLength(prefix) > PREFIX_LENGTH) {
    throw new RangeError(`${name} is too long a name for a tar archive`);
  }
  header.write(short, 0);
  header.write(prefix, PREFIX_AT);
}

const sumOf = (header: Buffer): number => {
  const asSpaces = SUM_LENGTH * 0x20;
  const own = header.subarray(SUM_AT, SUM_AT + SUM_LENGTH).reduce((sum, byte) => sum + byte, 0);
  return header.reduce((sum, byte) => sum + byte, 0) - own + asSpaces;
};

/**
 * The header of a regular file that its owner alone may read, as `ustar` of POSIX.1-1988 lays it
 * out (GNU tar manual, "Basic Tar Format").
 *
 * @param name ASCII; at most 100 characters, or 255 with a slash at the right place
 * @param modifiedAt seconds since 1970
 * @throws RangeError for a name that does not fit
 */
export function tarHeader(name: string, bytes: number, modifiedAt: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  writeName(header, name);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  writeSize(header, bytes);
  header.write(octal(modifiedAt, 12), 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, SUM_AT);
  return header;
}

/** What an entry of an archive is: a letter of its own for anything but a file or a folder. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  readonly kind: 'file' | 'folder' | `other ${string}`;
}

const textAt = (header: Buffer, at: number, length: number): string => {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

function numberAt(header: Buffer, at: number, length: number): number {
  const digits = /^ *([0-7]+) *$/.exec(textAt(header, at, length))?.[1];
  return digits === undefined ? Number.NaN : Number.parseInt(digits, 8);
}

/** A number of eleven octal digits, or a binary one as GNU tar has them. */
function sizeOf(header: Buffer): number {
  if (header[SIZE_AT] !== 0x80) return numberAt(header, SIZE_AT, SIZE_LENGTH);
  return Number(header.readBigUInt64BE(SIZE_AT + 4));
}

function kindOf(type: string): TarEntry['kind'] {
  if (type === '0' || type === '\0' || type === '') return 'file';
  return type === '5' ? 'folder' : `other ${type}`;
}

/**
 * What a header says, whoever made the archive.
 *
 * @returns nothing for an empty block, with which an archive ends
 * @throws RangeError for a block that is no header
 */
export function readTarHeader(header: Buffer): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const bytes = sizeOf(header);
  if (numberAt(header, SUM_AT, SUM_LENGTH) !== sumOf(header) || !Number.isSafeInteger(bytes)) {
    throw new RangeError('it is no tar archive, or damaged');
  }
  const isPosix = header.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isPosix ? textAt(header, PREFIX_AT, PREFIX_LENGTH) : '';
  const name = textAt(header, 0, NAME_LENGTH);
  const kind = kindOf(header.toString('latin1', 156, 157));
  return { name: prefix === '' ? name : `${prefix}/${name}`, bytes, kind };
}

/** The size that a header tells, when it is one of a file below 8 GiB by that name. */
export function sizeIn(header: Buffer, name: string): number | undefined {
  if (header.toString('latin1', 0, name.length + 1) !== `${name}\0`) return undefined;
  const digits = /^([0-7]{11})\0$/.exec(header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_LENGTH));
  return digits?.[1] === undefined ? undefined : Number.parseInt(digits[1], 8);
}

/** How many zeros follow a content. */
export const paddingAfter = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK;
