import sharp, { type Sharp } from 'sharp';
import type { PixelRegion, Size } from './resample.js';

/** The position of a grid of colours over a picture. */
export interface Overlay {
  readonly rgba: Uint8Array;
  readonly columns: number;
  readonly rows: number;
  /**
   * Pixels of the picture that the grid covers, at least one of them inside it: the part beyond the
   * picture is cut off.
   */
  readonly region: PixelRegion;
}

/** Returns the part of an interval that is inside a whole, and how much is cut off. */
function inside(start: number, length: number, whole: number) {
  const from = Math.min(whole - 1, Math.max(0, start));
  const to = Math.max(from + 1, Math.min(whole, start + length));
  return { from, length: to - from, after: whole - to, cut: Math.min(from - start, length - 1) };
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** Turns an upright picture into the way it was stored: the inverse of an EXIF orientation. */
function asStored(upright: Sharp, orientation: number): Sharp {
  switch (orientation) {
    case 2:
      return upright.flop();
    case 3:
      return upright.rotate(180);
    case 4:
      return upright.flip();
    case 5:
      return upright.flip().rotate(90);
    case 6:
      return upright.rotate(270);
    case 7:
      return upright.flip().rotate(270);
    case 8:
      return upright.rotate(90);
    default:
      return upright;
  }
}

/**
 * Returns a PNG of a grid drawn smoothly over an upright picture, in the stored orientation.
 *
 * @param size of the upright picture
 */
export async function renderOverlay(
  { rgba, columns, rows, region }: Overlay,
  size: Size,
  orientation = 1,
): Promise<Buffer> {
  const across = inside(region.left, region.width, size.width);
  const down = inside(region.top, region.height, size.height);
  const upright = await sharp(rgba, { raw: { width: columns, height: rows, channels: 4 } })
    .resize(region.width, region.height, { fit: 'fill', kernel: 'cubic' })
    .extract({ left: across.cut, top: down.cut, width: across.length, height: down.length })
    .extend({
      left: across.from,
      top: down.from,
      right: across.after,
      bottom: down.after,
      background: CLEAR,
    })
    .raw()
    .toBuffer();
  const drawn = sharp(upright, { raw: { ...size, channels: 4 } });
  return asStored(drawn, orientation).png({ compressionLevel: 6 }).toBuffer();
}

/** A drawn overlay as red, green, blue and opacity, resampled to a size. */
export async function readOverlay(png: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  return sharp(png)
    .ensureAlpha()
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw({ depth: 'uchar' })
    .toBuffer();
}
