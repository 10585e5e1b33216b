import { describe, expect, test } from 'vitest';
import { Canvas, textSize, wrapText } from '../../../src/media/canvas.js';
import { GLYPH, glyphPoint } from '../../../src/media/glyphs.js';

/** The pixels that are not black, as `x,y`. */
function lit({ width, height, rgb }: Canvas): string[] {
  const found: string[] = [];
  for (let at = 0; at < width * height; at += 1) {
    if (rgb.slice(at * 3, at * 3 + 3).some((value) => value > 0)) {
      found.push(`${at % width},${Math.floor(at / width)}`);
    }
  }
  return found;
}

const points = (character: string) =>
  Array.from({ length: GLYPH.height }, (_, row) =>
    Array.from({ length: GLYPH.width }, (_, column) =>
      glyphPoint(character, column, row) ? '#' : '.',
    ).join(''),
  );

describe('glyphs', () => {
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at));

  test('are all different, and only that of the space is empty', () => {
    const drawn = printable.map((character) => points(character).join(''));
    expect(new Set(drawn).size).toBe(printable.length);
    const empty = printable.filter((_, at) => !drawn[at]?.includes('#'));
    expect(empty).toEqual([' ']);
  });

  test('show their characters', () => {
    expect(points('A')).toEqual(['.###.', '#...#', '#...#', '#####', '#...#', '#...#', '#...#']);
    expect(points('7')).toEqual(['#####', '....#', '...#.', '..#..', '.#...', '.#...', '.#...']);
  });

  test('of other characters are question marks', () => {
    expect(points('é')).toEqual(points('?'));
    expect(points('\n')).toEqual(points('?'));
  });
});

describe('a canvas', () => {
  test('draws a frame inside its region', () => {
    const canvas = new Canvas({ width: 6, height: 5 });
    canvas.frame({ left: 1, top: 1, width: 4, height: 3 }, 1, [255, 0, 0]);
    const inner = ['2,2', '3,2'];
    const all = [1, 2, 3].flatMap((y) => [1, 2, 3, 4].map((x) => `${x},${y}`));
    expect(lit(canvas)).toEqual(all.filter((point) => !inner.includes(point)));
  });

  test('draws nothing beyond its edges', () => {
    const canvas = new Canvas({ width: 4, height: 4 });
    canvas.fill({ left: -2, top: 3, width: 3, height: 5 }, [1, 2, 3]);
    expect(lit(canvas)).toEqual(['0,3']);
    canvas.write('W', [100, 100], 2, [1, 1, 1]);
    canvas.lines(
      [
        [-9, -9],
        [-1, -1],
      ],
      1,
      [9, 9, 9],
    );
    expect(lit(canvas)).toEqual(['0,3']);
  });

  test('blends an overlay with what is below it', () => {
    const canvas = new Canvas({ width: 2, height: 1 });
    canvas.place(Uint8Array.of(100, 100, 100, 50, 50, 50), { width: 2, height: 1 });
    canvas.overlay(Uint8Array.of(200, 0, 100, 51, 255, 255, 255, 0), { width: 2, height: 1 });
    expect([...canvas.rgb]).toEqual([120, 80, 100, 50, 50, 50]);
  });

  test('writes text in the size that it says', () => {
    const size = textSize('Ag', 2);
    const canvas = new Canvas({ width: size.width + 20, height: size.height + 20 });
    canvas.write('Ag', [10, 10], 2, [255, 255, 255]);
    const at = lit(canvas).map((point) => point.split(',').map(Number) as [number, number]);
    expect(Math.min(...at.map(([x]) => x))).toBe(10);
    expect(Math.max(...at.map(([x]) => x))).toBeLessThan(10 + size.width);
    expect(Math.max(...at.map(([, y]) => y))).toBeLessThan(10 + size.height);
  });
});

describe('wrapping text', () => {
  test('breaks between words, and long words in the middle', () => {
    expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapText('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  });

  test('loses nothing', () => {
    const text = 'a bb ccc dddd eeeee ffffff ggggggg';
    for (let width = 1; width < 40; width += 1) {
      const rows = wrapText(text, width);
      expect(rows.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(width);
    }
  });
});
