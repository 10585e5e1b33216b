import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { FrameLayout } from '../../../../../src/media/dicom/codecs/frame.js';

/** What the encoder classes of the codec packages have; only tests use them. */
interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
  delete(): void;
  /** Of JPEG 2000: five by default, too many for small pictures. */
  setDecompositions?(levels: number): void;
}

type Factory = (options: object) => Promise<Record<string, new () => Encoder>>;

const require = createRequire(import.meta.url);

const PACKAGES = {
  'jpeg-ls': ['@cornerstonejs/codec-charls/wasmjs', 'JpegLSEncoder'],
  'jpeg-2000': ['@cornerstonejs/codec-openjpeg/wasmjs', 'J2KEncoder'],
  htj2k: ['@cornerstonejs/codec-openjph/wasmjs', 'HTJ2KEncoder'],
} as const;

/**
 * A codestream by a package's own encoder.
 *
 * @param cells as the encoder takes them: of two bytes where more than 8 bits are stored
 */
export async function encode(
  codec: keyof typeof PACKAGES,
  cells: Uint8Array | Uint16Array | Int16Array,
  layout: FrameLayout,
): Promise<Uint8Array> {
  const [specifier, name] = PACKAGES[codec];
  const silent = { print: () => undefined, printErr: () => undefined };
  const instance = await (require(specifier) as Factory)(silent);
  const encoder = new instance[name]!();
  const buffer = encoder.getDecodedBuffer({
    width: layout.columns,
    height: layout.rows,
    bitsPerSample: layout.bitsStored,
    componentCount: layout.samplesPerPixel,
    isSigned: layout.signed,
    isUsingColorTransform: layout.samplesPerPixel === 3,
  });
  buffer.set(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength));
  encoder.setDecompositions?.(2);
  encoder.encode();
  const encoded = Uint8Array.from(encoder.getEncodedBuffer());
  encoder.delete();
  return encoded;
}

/**
 * A JPEG by the libvips of sharp, colours as YCbCr and with no segment that says so: the encoder in the JPEG codec's own
 * package traps on greys.
 */
export async function encodeJpeg(cells: Uint8Array | Uint16Array, layout: FrameLayout) {
  const { rows, columns, samplesPerPixel } = layout;
  const raw = { width: columns, height: rows, channels: samplesPerPixel === 3 ? 3 : 1 } as const;
  const picture = sharp(Uint8Array.from(cells), { raw });
  return picture
    .toColourspace(samplesPerPixel === 3 ? 'srgb' : 'b-w')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
