import type { Types } from '@cornerstonejs/core';
import type { Affine } from './affine.js';

/** In units of the picture's values: Hounsfield units for CT. */
export interface GreyWindow {
  readonly centre: number;
  readonly width: number;
}

/** A picture that was drawn, and the map from its stored pixels to those of the drawing. */
export interface Painting {
  readonly canvas: HTMLCanvasElement;
  readonly map: Affine;
}

type PicturePixels = Pick<
  Types.IImage,
  'columns' | 'rows' | 'numberOfComponents' | 'minPixelValue' | 'maxPixelValue' | 'getPixelData'
>;

/**
 * RGBA of a picture as its window shows it: values below the window black, above it white, or the
 * other way round.
 */
export function windowedPixels(
  image: PicturePixels,
  window: GreyWindow | undefined,
  isInverted: boolean,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = image.getPixelData();
  const channels = image.numberOfComponents;
  const { centre, width } = window ?? {
    centre: (image.minPixelValue + image.maxPixelValue) / 2,
    width: image.maxPixelValue - image.minPixelValue,
  };
  const low = centre - width / 2;
  const scale = 255 / Math.max(width, 1e-6);
  const rgba = new Uint8ClampedArray(image.columns * image.rows * 4);
  const shown = (value: number) => {
    const grey = (value - low) * scale;
    return isInverted ? 255 - grey : grey;
  };
  for (let pixel = 0, to = 0; to < rgba.length; pixel += channels, to += 4) {
    for (let channel = 0; channel < 3; channel += 1) {
      rgba[to + channel] = shown(pixels[pixel + (channels > 1 ? channel : 0)] ?? 0);
    }
    rgba[to + 3] = 255;
  }
  return rgba;
}

/** @throws Error where the browser has no memory for it */
export function paintPicture(
  image: PicturePixels,
  window: GreyWindow | undefined,
  isInverted: boolean,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = image.columns;
  canvas.height = image.rows;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser cannot draw a picture of this size');
  const rgba = windowedPixels(image, window, isInverted);
  context.putImageData(new ImageData(rgba, image.columns, image.rows), 0, 0);
  return canvas;
}
