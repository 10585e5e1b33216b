import type { Region } from './worker/read-image-contract.js';

/** Pixels of the picture as it was sent. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture as it is stored, with the EXIF orientation 1..8 that makes it upright. */
export interface StoredPicture {
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}

/**
 * Returns the stored position of a point of the upright picture, both in parts of their sides.
 *
 * Source: Exif 2.32, tag 0x0112; each case inverts the rotation of the value.
 */
export function storedPoint(
  [across, down]: readonly [number, number],
  orientation: number,
): [number, number] {
  switch (orientation) {
    case 2:
      return [1 - across, down];
    case 3:
      return [1 - across, 1 - down];
    case 4:
      return [across, 1 - down];
    case 5:
      return [down, across];
    case 6:
      return [down, 1 - across];
    case 7:
      return [1 - down, 1 - across];
    case 8:
      return [1 - down, across];
    default:
      return [across, down];
  }
}

/** Removes binary rounding errors before rounding outwards to whole pixels. */
const clean = (value: number) => Math.round(value * 1e6) / 1e6;

/** The whole pixels of the stored picture that contain a region, within the picture. */
export function pixelBox(region: Region, picture: StoredPicture): Box {
  const { width, height, orientation } = picture;
  const [x1, y1] = storedPoint([region.x, region.y], orientation);
  const [x2, y2] = storedPoint([region.x + region.width, region.y + region.height], orientation);
  const from = (value: number, size: number) =>
    Math.min(size - 1, Math.max(0, Math.floor(clean(value * size))));
  const to = (value: number, size: number) =>
    Math.min(size, Math.max(1, Math.ceil(clean(value * size))));
  const x = from(Math.min(x1, x2), width);
  const y = from(Math.min(y1, y2), height);
  return {
    x,
    y,
    width: to(Math.max(x1, x2), width) - x,
    height: to(Math.max(y1, y2), height) - y,
  };
}
