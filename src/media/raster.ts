import sharp, { type Metadata, type Sharp } from 'sharp';

/** A picture opened and measured, but not decoded yet. */
export interface OpenedRaster {
  readonly width: number;
  readonly height: number;
  readonly colour: boolean;
  readonly bitsPerSample: number;
  readonly pages: number;
  readonly reoriented: boolean;
  /** @throws RasterFault when the pixels cannot be decoded. */
  sample(width: number, height: number): Promise<RasterSample>;
}

/** The whole picture squeezed to a size, its proportions not kept. */
export interface RasterSample {
  /** Row by row from the top left; 0..255 is the full range whatever the bits per sample were. */
  readonly greys: Float32Array;
  /** Mean distance between colour channels, 0..255; 0 for a grey picture saved as colour. */
  readonly chroma: number;
}

/** The file is at fault, not the program; the message says what is wrong with it. */
export class RasterFault extends Error {}

interface Size {
  readonly width: number;
  readonly height: number;
}

const FULL_RANGE = 255;

// Each task has one picture; a cache or more threads would only hold memory and cores.
sharp.cache(false);
sharp.concurrency(1);

function open(bytes: Buffer, maxPixels: number): Sharp {
  return sharp(bytes, {
    // A damaged film must be refused: grey filler below a broken scan line reads as disease.
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
    pages: 1,
  });
}

/** The page's pixels as they are to be looked at: upright, without transparency. */
function upright(bytes: Buffer, maxPixels: number): Sharp {
  return open(bytes, maxPixels).autoOrient().flatten({ background: '#000000' });
}

const isDeep = ({ depth }: Metadata) => depth === 'ushort';
/** Signed, 32-bit and floating-point samples have no known black and white, and would be clipped. */
const isReadable = ({ depth }: Metadata) => depth === 'uchar' || depth === 'ushort';
const isColour = ({ channels, hasAlpha }: Metadata) => (channels ?? 1) - (hasAlpha ? 1 : 0) >= 3;

function squeezed(bytes: Buffer, maxPixels: number, space: string, size: Size): Sharp {
  return upright(bytes, maxPixels)
    .toColourspace(space)
    .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false });
}

/**
 * White of the fewest bits, from 8 to 16, that hold all samples: detectors give 10 to 14 bits, which
 * are often stored in the lower end of 16.
 */
function usedRange(samples: Uint16Array): number {
  const most = samples.reduce((highest, sample) => Math.max(highest, sample), 0);
  const bits = Math.max(8, Math.ceil(Math.log2(most + 1)));
  return 2 ** bits - 1;
}

async function sampleGrey(bytes: Buffer, maxPixels: number, deep: boolean, size: Size) {
  const data = await squeezed(bytes, maxPixels, deep ? 'grey16' : 'b-w', size)
    .extractChannel(0)
    .raw({ depth: deep ? 'ushort' : 'uchar' })
    .toBuffer();
  if (!deep) return { greys: Float32Array.from(data), chroma: 0 };
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  const white = usedRange(samples);
  const greys = Float32Array.from(samples, (sample) => (sample * FULL_RANGE) / white);
  return { greys, chroma: 0 };
}

/** Greys by the luma weights of ITU-R BT.601, as radiograph viewers and JPEG itself use them. */
async function sampleColour(bytes: Buffer, maxPixels: number, size: Size): Promise<RasterSample> {
  const pixels = await squeezed(bytes, maxPixels, 'srgb', size).raw({ depth: 'uchar' }).toBuffer();
  const greys = new Float32Array(size.width * size.height);
  let distance = 0;
  for (let i = 0; i < greys.length; i += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i * 3, i * 3 + 3);
    greys[i] = 0.299 * red + 0.587 * green + 0.114 * blue;
    distance += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  return { greys, chroma: distance / greys.length };
}

/** What the library says of a file it cannot read, in words that help and never quote the file. */
function describeFault(error: unknown, megapixels: number): string {
  const text = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(text)) return `has more than ${megapixels} megapixels`;
  if (/premature|truncated|end of (file|stream|data)|read error|no more data/i.test(text)) {
    return 'ends before the picture does (truncated file)';
  }
  return 'cannot be decoded (damaged file)';
}

/**
 * Opens PNG, JPEG, WebP or TIFF bytes (the first page of several).
 *
 * @param megapixels the most that will be decoded, 10⁶ pixels
 * @throws RasterFault
 */
export async function openRaster(bytes: Buffer, megapixels: number): Promise<OpenedRaster> {
  const maxPixels = megapixels * 1e6;
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw new RasterFault(describeFault(cause, megapixels), { cause });
    }
  };
  const metadata = await guarded(() => open(bytes, maxPixels).metadata());
  const { width, height } = metadata.autoOrient;
  if (width * height > maxPixels) {
    throw new RasterFault(`has more than ${megapixels} megapixels`);
  }
  if (!isReadable(metadata)) {
    throw new RasterFault('must have samples of 8 or 16 bits that are unsigned whole numbers');
  }
  const deep = isDeep(metadata);
  const colour = isColour(metadata);
  return {
    width,
    height,
    colour,
    bitsPerSample: metadata.bitsPerSample ?? (deep ? 16 : 8),
    pages: metadata.pages ?? 1,
    reoriented: (metadata.orientation ?? 1) !== 1,
    sample: (columns, rows) =>
      guarded(() => {
        const size = { width: columns, height: rows };
        return colour
          ? sampleColour(bytes, maxPixels, size)
          : sampleGrey(bytes, maxPixels, deep, size);
      }),
  };
}

/**
 * A PNG of a small RGBA grid drawn smoothly over a picture of the given size.
 *
 * @param rgba rows × columns × 4 bytes
 */
export async function renderOverlay(
  grid: { rgba: Uint8Array; columns: number; rows: number },
  size: Size,
): Promise<Buffer> {
  const { rgba, columns, rows } = grid;
  return sharp(rgba, { raw: { width: columns, height: rows, channels: 4 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: 6 })
    .toBuffer();
}
