import { blur, createPlane, type Plane } from './plane.js';

/** Letters as five columns by seven rows, like the small lead letters laid on a cassette. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  C: ['.###.', '#...#', '#....', '#....', '#....', '#...#', '.###.'],
  E: ['#####', '#....', '#....', '####.', '#....', '#....', '#####'],
  H: ['#...#', '#...#', '#...#', '#####', '#...#', '#...#', '#...#'],
  I: ['.###.', '..#..', '..#..', '..#..', '..#..', '..#..', '.###.'],
  L: ['#....', '#....', '#....', '#....', '#....', '#....', '#####'],
  N: ['#...#', '##..#', '##..#', '#.#.#', '#..##', '#..##', '#...#'],
  S: ['.####', '#....', '#....', '.###.', '....#', '....#', '####.'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
  Y: ['#...#', '#...#', '.#.#.', '..#..', '..#..', '..#..', '..#..'],
};

function stamp(plane: Plane, text: string, left: number, top: number, dot: number): void {
  for (const [n, letter] of [...text].entries()) {
    for (const [r, line] of (LETTERS[letter] ?? []).entries()) {
      for (const [c, mark] of [...line].entries()) {
        if (mark !== '#') continue;
        fill(plane, left + (n * 6 + c) * dot, top + r * dot, dot);
      }
    }
  }
}

function fill(plane: Plane, left: number, top: number, dot: number): void {
  for (let y = Math.floor(top); y < Math.floor(top + dot); y += 1) {
    for (let x = Math.floor(left); x < Math.floor(left + dot); x += 1) {
      if (x < 0 || y < 0 || x >= plane.size || y >= plane.size) continue;
      plane.data[y * plane.size + x] = 1;
    }
  }
}

/** Burns in the side marker (the patient's left is on the image's right) and the word SYNTHETIC. */
export function burnMarkers(film: Plane): Plane {
  const { size } = film;
  const ink = createPlane(size);
  stamp(ink, 'SYNTHETIC', size * 0.02, size * 0.02, (size * 2.6) / 1024);
  stamp(ink, 'L', size * 0.945, size * 0.035, (size * 5.4) / 1024);
  const soft = blur(ink, (0.8 * size) / 1024);
  const result = createPlane(size);
  for (let i = 0; i < result.data.length; i += 1) {
    const grey = film.data[i] ?? 0;
    result.data[i] = grey + (238 - grey) * (soft.data[i] ?? 0) * 0.96;
  }
  return result;
}
