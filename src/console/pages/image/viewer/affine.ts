/** x' = a·x + c·y + e, y' = b·x + d·y + f: the order of SVG's `matrix()`. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

export function applyAffine({ a, b, c, d, e, f }: Affine, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** The map that does `first` and then `second`. */
export function composeAffine(second: Affine, first: Affine): Affine {
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: second.a * first.e + second.c * first.f + second.e,
    f: second.b * first.e + second.d * first.f + second.f,
  };
}

/** @throws RangeError for a map that is not invertible */
export function invertAffine({ a, b, c, d, e, f }: Affine): Affine {
  const determinant = a * d - b * c;
  if (!(Math.abs(determinant) > 1e-12)) throw new RangeError('the map is not invertible');
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  };
}

/** The map that takes (0, 0), (width, 0) and (0, height) to three points. */
export function affineOfCorners(
  { width, height }: Size,
  [origin, right, below]: readonly [Point, Point, Point],
): Affine {
  return {
    a: (right.x - origin.x) / width,
    b: (right.y - origin.y) / width,
    c: (below.x - origin.x) / height,
    d: (below.y - origin.y) / height,
    e: origin.x,
    f: origin.y,
  };
}

/** The smallest upright box round a box that was mapped. */
export function mapBox(map: Affine, { x, y, width, height }: Box): Box {
  const corners = [
    applyAffine(map, { x, y }),
    applyAffine(map, { x: x + width, y }),
    applyAffine(map, { x, y: y + height }),
    applyAffine(map, { x: x + width, y: y + height }),
  ];
  const left = Math.min(...corners.map((corner) => corner.x));
  const top = Math.min(...corners.map((corner) => corner.y));
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map((corner) => corner.x)) - left,
    height: Math.max(...corners.map((corner) => corner.y)) - top,
  };
}

export const asSvgMatrix = ({ a, b, c, d, e, f }: Affine): string =>
  `matrix(${[a, b, c, d, e, f].join(' ')})`;

/**
 * The map from pixels of a picture as it is stored to the pixels of the upright picture, for an EXIF
 * orientation of 1 to 8. Answers give locations in stored pixels; browsers show pictures upright.
 *
 * Source: Exif 2.32, tag 0x0112.
 */
export function uprightMap({ width, height }: Size, orientation: number): Affine {
  switch (orientation) {
    case 2:
      return { a: -1, b: 0, c: 0, d: 1, e: width, f: 0 };
    case 3:
      return { a: -1, b: 0, c: 0, d: -1, e: width, f: height };
    case 4:
      return { a: 1, b: 0, c: 0, d: -1, e: 0, f: height };
    case 5:
      return { a: 0, b: 1, c: 1, d: 0, e: 0, f: 0 };
    case 6:
      return { a: 0, b: 1, c: -1, d: 0, e: height, f: 0 };
    case 7:
      return { a: 0, b: -1, c: -1, d: 0, e: height, f: width };
    case 8:
      return { a: 0, b: -1, c: 1, d: 0, e: 0, f: width };
    default:
      return IDENTITY;
  }
}

export interface PixelSpacing {
  /** Distance of the centres of neighbouring rows, mm. */
  readonly rows: number;
  /** Distance of the centres of neighbouring columns, mm. */
  readonly columns: number;
}

export interface Length {
  readonly value: number;
  readonly unit: 'mm' | 'px';
}

/** The distance of two points of a picture: in mm where its spacing is known, otherwise in pixels. */
export function lengthBetween(from: Point, to: Point, spacing: PixelSpacing | undefined): Length {
  const across = to.x - from.x;
  const down = to.y - from.y;
  return spacing === undefined
    ? { value: Math.hypot(across, down), unit: 'px' }
    : { value: Math.hypot(across * spacing.columns, down * spacing.rows), unit: 'mm' };
}

/** What a viewport shows, in parts of the picture, so that another picture can be shown alike. */
export interface Sight {
  /** The point in the middle, 0..1 of the sides of the picture. */
  readonly centre: Point;
  /** 1: the whole picture fits. */
  readonly zoom: number;
}

export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 40;

export const limitZoom = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));

/** How much of the viewport a box fills when the picture is moved to it. */
const BOX_SHARE = 0.5;
/** A point-like box would otherwise show a few pixels. */
const MAX_BOX_ZOOM = 6;

/** The sight with a box of the picture in the middle, never smaller than the whole picture. */
export function sightOfBox(box: Box, picture: Size): Sight {
  const centre = {
    x: (box.x + box.width / 2) / picture.width,
    y: (box.y + box.height / 2) / picture.height,
  };
  const share = Math.max(box.width / picture.width, box.height / picture.height);
  const zoom = share > 0 ? BOX_SHARE / share : MAX_BOX_ZOOM;
  return { centre, zoom: Math.min(MAX_BOX_ZOOM, Math.max(1, zoom)) };
}

/** The factor by which a picture is reduced to fit a limit of sides and pixels; 1 for none. */
export function reductionOf(
  { width, height }: Size,
  limits: { readonly side: number; readonly pixels: number },
): number {
  const bySide = Math.max(width, height) / limits.side;
  const byPixels = Math.sqrt((width * height) / limits.pixels);
  return Math.max(1, bySide, byPixels);
}

/** A closed line through points of the picture, as SVG and canvas write paths. */
export function ringPath(ring: readonly (readonly number[])[], map: Affine): string {
  const points = ring.map(([x = 0, y = 0]) => {
    const at = applyAffine(map, { x, y });
    return `${Math.round(at.x * 10) / 10} ${Math.round(at.y * 10) / 10}`;
  });
  return points.length === 0 ? '' : `M${points.join('L')}Z`;
}
