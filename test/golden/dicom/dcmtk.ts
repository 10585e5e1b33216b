import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOLS = ['dcmconv', 'dcmdjpeg', 'dcmdjpls', 'dcmdrle', 'dcmdump', 'dcmj2pnm'];

export const hasDcmtk = TOOLS.every((tool) => spawnSync(tool, ['--version']).status === 0);
export const NO_DCMTK = 'DCMTK is not installed';

/** The program that turns a transfer syntax into explicit little endian; DCMTK has none for more. */
const DECODERS: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2': 'dcmconv',
  '1.2.840.10008.1.2.1': 'dcmconv',
  '1.2.840.10008.1.2.1.99': 'dcmconv',
  '1.2.840.10008.1.2.2': 'dcmconv',
  '1.2.840.10008.1.2.4.50': 'dcmdjpeg',
  '1.2.840.10008.1.2.4.51': 'dcmdjpeg',
  '1.2.840.10008.1.2.4.53': 'dcmdjpeg',
  '1.2.840.10008.1.2.4.55': 'dcmdjpeg',
  '1.2.840.10008.1.2.4.57': 'dcmdjpeg',
  '1.2.840.10008.1.2.4.70': 'dcmdjpeg',
  '1.2.840.10008.1.2.4.80': 'dcmdjpls',
  '1.2.840.10008.1.2.4.81': 'dcmdjpls',
  '1.2.840.10008.1.2.5': 'dcmdrle',
};

export const decodes = (syntax: string) => Object.hasOwn(DECODERS, syntax);

const run = (tool: string, options: string[], env = process.env) =>
  execFileSync(tool, ['-q', ...options], { stdio: 'pipe', env }).toString('latin1');

/** Reading the dictionary is most of a tool's work, and a decompressed file has all types in it. */
const runOnPlain = (tool: string, ...options: string[]) =>
  run(tool, options, { ...process.env, DCMDICTPATH: '/dev/null' });

/** A file decompressed by DCMTK, in a folder that is the caller's to remove. */
export interface PlainFile {
  /** Pixel Data of all frames, little endian. */
  pixels(): Buffer;
  planar(): boolean;
  /** A frame as DCMTK shows it: 16-bit greys, or bytes of red, green and blue. */
  shown(frame: number, ...options: string[]): Uint32Array;
}

/** The samples of a text PGM or PPM, digit by digit: there are hundreds of thousands. */
function plainNumbers(file: Buffer): Uint32Array {
  const [, width, height] = file.toString('latin1', 0, 30).split(/\s+/);
  const numbers = new Uint32Array(Number(width) * Number(height) * (file[1] === 0x33 ? 3 : 1));
  // Width, height and white come first, behind P2 or P3.
  let index = -4;
  let inNumber = false;
  for (const byte of file.subarray(2)) {
    const digit = byte - 0x30;
    const isDigit = digit >= 0 && digit <= 9;
    if (isDigit && !inNumber) index += 1;
    if (isDigit && index >= 0) numbers[index] = (numbers[index] ?? 0) * 10 + digit;
    inNumber = isDigit;
  }
  return index === numbers.length - 1 ? numbers : new Uint32Array(0);
}

export function decompress(path: string, syntax: string, folder: string): PlainFile {
  const plain = join(folder, 'plain.dcm');
  const decoder = DECODERS[syntax];
  if (decoder === undefined) throw new TypeError(`DCMTK has no decoder for ${syntax}`);
  run(decoder, [...(decoder === 'dcmconv' ? ['+te'] : []), path, plain]);
  return {
    planar: () => runOnPlain('dcmdump', '+P', '0028,0006', plain).includes('US 1'),
    pixels: () => {
      const raw = join(folder, 'raw');
      mkdirSync(raw);
      runOnPlain('dcmdump', '+W', raw, plain);
      // An icon is written as well.
      const all = readdirSync(raw).map((name) => readFileSync(join(raw, name)));
      return all.reduce((largest, one) => (one.length > largest.length ? one : largest));
    },
    shown: (frame, ...options) => {
      const picture = join(folder, 'shown.pnm');
      runOnPlain('dcmj2pnm', '-O', '+F', String(frame), ...options, plain, picture);
      return plainNumbers(readFileSync(picture));
    },
  };
}
