import sharp, { type Metadata, type Sharp } from 'sharp';
import { fill } from '../core/fill.js';
import { NoSuchFrame, PictureFault } from './picture-fault.js';
import {
  type GreyPicture,
  greysOf,
  RESAMPLE_OPTIONS,
  resampleGreys,
  type Size,
  shorts,
} from './resample.js';

/** A picture whose header has been read, but not decoded. */
export interface OpenedRaster {
  /** As stored, before it is turned upright. */
  readonly width: number;
  readonly height: number;
  readonly colour: boolean;
  readonly bitsPerSample: number;
  readonly pages: number;
  /** EXIF orientation 1..8: how the stored picture is to be turned to be upright. */
  readonly orientation: number;
  /**
   * Resamples the upright picture to a size.
   *
   * @throws PictureFault when the pixels cannot be decoded.
   */
  sample(width: number, height: number): Promise<GreyPicture>;
}

interface Source {
  readonly bytes: Buffer;
  /** From 0. */
  readonly page: number;
  readonly maxPixels: number;
}

const FULL_RANGE = 255;
const DEEP_WHITE = 65_535;

// Each task has one picture; a cache or more threads would only take memory and cores.
sharp.cache(false);
sharp.concurrency(1);

function open({ bytes, page, maxPixels }: Source): Sharp {
  return sharp(bytes, {
    // A damaged film must be refused: grey filler below a broken scan line reads as disease.
    failOn: 'error',
    limitInputPixels: maxPixels,
    sequentialRead: true,
    page,
    pages: 1,
  });
}

/** The page's pixels for display: upright, without transparency. */
function upright(source: Source): Sharp {
  return open(source).autoOrient().flatten({ background: '#000000' });
}

const isDeep = ({ depth }: Metadata) => depth === 'ushort';
/** Signed, 32-bit and floating-point samples have no known black and white, and would be clipped. */
const isReadable = ({ depth }: Metadata) => depth === 'uchar' || depth === 'ushort';
const isColour = ({ channels, hasAlpha }: Metadata) => (channels ?? 1) - (hasAlpha ? 1 : 0) >= 3;

/**
 * White of the fewest bits, from 8 to 16, that hold all samples: detectors give 10 to 14 bits, which
 * are often stored in the lower end of 16.
 */
function usedRange(samples: Uint16Array): number {
  let max = 0;
  for (let i = 0; i < samples.length; i += 1) max = Math.max(max, samples[i] ?? 0);
  const bits = Math.max(8, Math.ceil(Math.log2(max + 1)));
  return 2 ** bits - 1;
}

/** 8-bit greys. */
async function sampleGrey(source: Source, { width, height }: Size): Promise<GreyPicture> {
  const data = await upright(source)
    .toColourspace('b-w')
    .resize(width, height, RESAMPLE_OPTIONS)
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer();
  return { greys: new Float32Array(data), chroma: 0 };
}

/**
 * 16-bit greys. Their range is that of the stored samples: resampling exceeds it next to sharp
 * edges, such as a side marker's, and one bit more would halve all greys.
 */
async function sampleDeep(source: Source, size: Size): Promise<GreyPicture> {
  const { data, info } = await upright(source)
    .toColourspace('grey16')
    .extractChannel(0)
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const samples = shorts(data);
  const stretch = DEEP_WHITE / usedRange(samples);
  const greys = await resampleGreys(samples, { width: info.width, height: info.height }, size);
  return {
    greys: fill(greys, (at) => Math.min(FULL_RANGE, (greys[at] ?? 0) * stretch)),
    chroma: 0,
  };
}

async function sampleColour(source: Source, { width, height }: Size): Promise<GreyPicture> {
  const pixels = await upright(source)
    .toColourspace('srgb')
    .resize(width, height, RESAMPLE_OPTIONS)
    .raw({ depth: 'uchar' })
    .toBuffer();
  return greysOf(pixels);
}

/** Translates errors of the library; the message never quotes the file. */
function describeFault(error: unknown, megapixels: number): string {
  const text = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(text)) return `has more than ${megapixels} megapixels`;
  if (/premature|truncated|end of (file|stream|data)|read error|no more data/i.test(text)) {
    return 'ends before the picture does (truncated file)';
  }
  return 'cannot be decoded (damaged file)';
}

/**
 * Opens PNG, JPEG, WebP or TIFF bytes.
 *
 * @param megapixels maximum size, 10⁶ pixels
 * @param frame the page of a file with several, from 1
 * @throws PictureFault
 */
export async function openRaster(
  bytes: Buffer,
  { megapixels, frame = 1 }: { megapixels: number; frame?: number },
): Promise<OpenedRaster> {
  const source: Source = { bytes, page: 0, maxPixels: megapixels * 1e6 };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw new PictureFault(describeFault(cause, megapixels), { cause });
    }
  };
  const first = await guarded(() => open(source).metadata());
  const pages = first.pages ?? 1;
  if (frame > pages) throw new NoSuchFrame(frame, pages);
  const page = { ...source, page: frame - 1 };
  const metadata = frame === 1 ? first : await guarded(() => open(page).metadata());
  const { width, height } = metadata;
  if (width * height > source.maxPixels) {
    throw new PictureFault(`has more than ${megapixels} megapixels`);
  }
  if (!isReadable(metadata)) {
    throw new PictureFault('must have unsigned integer samples of 8 or 16 bits');
  }
  const deep = isDeep(metadata);
  const colour = isColour(metadata);
  return {
    width,
    height,
    colour,
    bitsPerSample: metadata.bitsPerSample ?? (deep ? 16 : 8),
    pages,
    orientation: metadata.orientation ?? 1,
    sample: (columns, rows) =>
      guarded(() => {
        const size = { width: columns, height: rows };
        if (colour) return sampleColour(page, size);
        return deep ? sampleDeep(page, size) : sampleGrey(page, size);
      }),
  };
}
