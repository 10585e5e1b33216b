import { GLYPH, glyphPoint } from './glyphs.js';
import type { PixelRegion, Size } from './resample.js';

/** Red, green and blue, 0..255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A point, in pixels from the top left corner. */
export type Point = readonly [x: number, y: number];

/** Between two characters, and between two lines, in points of a glyph. */
const GAP = { characters: 1, lines: 3 } as const;
const CHARACTER_WIDTH = GLYPH.width + GAP.characters;

/** Width and height of a line of text. */
export const textSize = (text: string, scale: number) => ({
  width: text.length * CHARACTER_WIDTH * scale,
  height: (GLYPH.height + GAP.lines) * scale,
});

/** A text as lines of at most so many characters, broken between words where there are any. */
export function wrapText(text: string, characters: number): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    let left = word;
    if (row !== '' && row.length + 1 + left.length > characters) {
      rows.push(row);
      row = '';
    }
    while (left.length > characters) {
      rows.push(left.slice(0, characters));
      left = left.slice(characters);
    }
    row = row === '' ? left : `${row} ${left}`;
  }
  return [...rows, row];
}

/** A picture in red, green and blue that is drawn on. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** One pixel after the other, row by row. */
  readonly rgb: Uint8Array;

  /** Black. */
  constructor({ width, height }: Size) {
    this.width = width;
    this.height = height;
    this.rgb = new Uint8Array(width * height * 3);
  }

  /** Puts a picture at the top left corner. */
  place(rgb: Uint8Array, { width, height }: Size): void {
    for (let row = 0; row < height; row += 1) {
      const line = rgb.subarray(row * width * 3, (row + 1) * width * 3);
      this.rgb.set(line, row * this.width * 3);
    }
  }

  /** Lays a picture with transparency over the top left corner. */
  overlay(rgba: Uint8Array, { width, height }: Size): void {
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const from = (row * width + column) * 4;
        this.#blend(
          column,
          row,
          [rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0],
          (rgba[from + 3] ?? 0) / 255,
        );
      }
    }
  }

  #blend(x: number, y: number, colour: Colour, opacity: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height || opacity === 0) return;
    const at = (y * this.width + x) * 3;
    for (const [channel, value] of colour.entries()) {
      const below = this.rgb[at + channel] ?? 0;
      this.rgb[at + channel] = Math.round(below + (value - below) * opacity);
    }
  }

  /** Fills the pixels of a region, as far as they are on the canvas. */
  fill({ left, top, width, height }: PixelRegion, colour: Colour, opacity = 1): void {
    for (let y = top; y < top + height; y += 1) {
      for (let x = left; x < left + width; x += 1) this.#blend(x, y, colour, opacity);
    }
  }

  /** Draws the outermost pixels of a region, inwards. */
  frame({ left, top, width, height }: PixelRegion, thickness: number, colour: Colour): void {
    const across = Math.min(thickness, height);
    const down = Math.min(thickness, width);
    this.fill({ left, top, width, height: across }, colour);
    this.fill({ left, top: top + height - across, width, height: across }, colour);
    this.fill({ left, top, width: down, height }, colour);
    this.fill({ left: left + width - down, top, width: down, height }, colour);
  }

  /** Draws lines from point to point. */
  lines(points: readonly Point[], thickness: number, colour: Colour): void {
    const back = Math.floor(thickness / 2);
    for (const [at, [x1, y1]] of points.entries()) {
      const [x2, y2] = points[at + 1] ?? [x1, y1];
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1))));
      for (let step = 0; step <= steps; step += 1) {
        const left = Math.floor(x1 + ((x2 - x1) * step) / steps) - back;
        const top = Math.floor(y1 + ((y2 - y1) * step) / steps) - back;
        this.fill({ left, top, width: thickness, height: thickness }, colour);
      }
    }
  }

  /** Writes a line of text with its top left corner at a point. */
  write(text: string, [x, y]: Point, scale: number, colour: Colour): void {
    for (const [at, character] of [...text].entries()) {
      for (let row = 0; row < GLYPH.height; row += 1) {
        for (let column = 0; column < GLYPH.width; column += 1) {
          if (!glyphPoint(character, column, row)) continue;
          const left = x + (at * CHARACTER_WIDTH + column) * scale;
          this.fill({ left, top: y + row * scale, width: scale, height: scale }, colour);
        }
      }
    }
  }
}
