/** A point of a grid: columns from the left edge, rows from the top edge; the middle of a cell is at .5. */
export type GridPoint = readonly [x: number, y: number];

export interface Grid {
  readonly rows: number;
  readonly columns: number;
  /** One value a cell, row by row from the top left. */
  readonly values: ArrayLike<number>;
}

type Edge = 'top' | 'right' | 'bottom' | 'left';

/**
 * From which edge of a square of four cell centres to which the contour goes, by the corners that are
 * inside (1 top left, 2 top right, 4 bottom right, 8 bottom left). What is inside lies to the right.
 */
const SEGMENTS: readonly (readonly (readonly [Edge, Edge])[])[] = [
  [],
  [['top', 'left']],
  [['right', 'top']],
  [['right', 'left']],
  [['bottom', 'right']],
  [],
  [['bottom', 'top']],
  [['bottom', 'left']],
  [['left', 'bottom']],
  [['top', 'bottom']],
  [],
  [['right', 'bottom']],
  [['left', 'right']],
  [['top', 'right']],
  [['left', 'top']],
  [],
];
/** Two opposite corners inside: joined where the middle is inside too, else apart. */
const SADDLES: Readonly<Record<number, readonly (readonly (readonly [Edge, Edge])[])[]>> = {
  5: [
    [
      ['top', 'left'],
      ['bottom', 'right'],
    ],
    [
      ['top', 'right'],
      ['bottom', 'left'],
    ],
  ],
  10: [
    [
      ['right', 'top'],
      ['left', 'bottom'],
    ],
    [
      ['left', 'top'],
      ['right', 'bottom'],
    ],
  ],
};

/** The contour through one grid: where its edges are crossed, and what follows on what. */
class Tracing {
  readonly points = new Map<number, GridPoint>();
  readonly next = new Map<number, number>();
  readonly #grid: Grid;
  readonly #threshold: number;

  constructor(grid: Grid, threshold: number) {
    this.#grid = grid;
    this.#threshold = threshold;
    for (let row = -1; row < grid.rows; row += 1) {
      for (let column = -1; column < grid.columns; column += 1) this.#square(row, column);
    }
  }

  /** Outside the grid nothing is inside, so that every contour is closed. */
  #value(row: number, column: number): number {
    const { rows, columns, values } = this.#grid;
    const isThere = row >= 0 && row < rows && column >= 0 && column < columns;
    return isThere ? (values[row * columns + column] ?? 0) : 0;
  }

  /** The square whose top left corner is the middle of a cell. */
  #square(row: number, column: number): void {
    const corners = [
      this.#value(row, column),
      this.#value(row, column + 1),
      this.#value(row + 1, column + 1),
      this.#value(row + 1, column),
    ];
    const inside = corners.reduce(
      (bits, value, at) => bits + (value >= this.#threshold ? 2 ** at : 0),
      0,
    );
    if (inside === 0 || inside === 15) return;
    const middle = corners.reduce((sum, value) => sum + value, 0) / 4;
    const segments = SADDLES[inside]?.[middle >= this.#threshold ? 1 : 0] ?? SEGMENTS[inside] ?? [];
    for (const [from, to] of segments) {
      this.next.set(this.#crossing(row, column, from), this.#crossing(row, column, to));
    }
  }

  /** Where an edge is crossed, by a number that both of its squares give it. */
  #crossing(row: number, column: number, edge: Edge): number {
    const isLevel = edge === 'top' || edge === 'bottom';
    const r = edge === 'bottom' ? row + 1 : row;
    const c = edge === 'right' ? column + 1 : column;
    const key = ((r + 1) * (this.#grid.columns + 2) + c + 1) * 2 + (isLevel ? 0 : 1);
    if (!this.points.has(key)) {
      const first = this.#value(r, c);
      const second = isLevel ? this.#value(r, c + 1) : this.#value(r + 1, c);
      const part = (this.#threshold - first) / (second - first);
      const at = isLevel ? ([c + part, r] as const) : ([c, r + part] as const);
      this.points.set(key, [at[0] + 0.5, at[1] + 0.5]);
    }
    return key;
  }
}

/**
 * The closed contours of a grid at a threshold (marching squares, Lorensen and Cline 1987,
 * doi:10.1145/37402.37422, in two dimensions). Where one lies in another, the inner one is a hole.
 *
 * @param threshold above 0; values at or above it are inside
 * @throws RangeError for a threshold that is not above 0
 */
export function contoursOf(grid: Grid, threshold: number): GridPoint[][] {
  if (!(threshold > 0)) throw new RangeError('the threshold of a contour must be above 0');
  const { points, next } = new Tracing(grid, threshold);
  const contours: GridPoint[][] = [];
  while (next.size > 0) {
    const ring: GridPoint[] = [];
    let [key] = next.keys();
    while (key !== undefined) {
      const point = points.get(key);
      const following = next.get(key);
      next.delete(key);
      if (following !== undefined && point !== undefined) ring.push(point);
      key = following;
    }
    contours.push(ring);
  }
  return contours;
}

/** Area inside a ring, in cells; whichever way it goes round. */
export function ringArea(ring: readonly GridPoint[]): number {
  const twice = ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

function distance([x, y]: GridPoint, [ax, ay]: GridPoint, [bx, by]: GridPoint): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

/** The points of a line that it needs, without its last one. */
function neededPoints(line: readonly GridPoint[], tolerance: number): GridPoint[] {
  const [first] = line;
  const last = line.at(-1);
  if (first === undefined || last === undefined || line.length < 3) return line.slice(0, -1);
  let farthest = 0;
  let most = 0;
  for (const [at, point] of line.entries()) {
    const far = distance(point, first, last);
    if (far > most) [farthest, most] = [at, far];
  }
  if (most <= tolerance) return [first];
  return [
    ...neededPoints(line.slice(0, farthest + 1), tolerance),
    ...neededPoints(line.slice(farthest), tolerance),
  ];
}

/**
 * A ring with fewer points that stays within a distance of the original (Douglas and Peucker 1973,
 * doi:10.3138/FM57-6770-U75U-7727).
 *
 * @param tolerance in cells, ≥ 0
 */
export function simplifyRing(ring: readonly GridPoint[], tolerance: number): GridPoint[] {
  const [first] = ring;
  if (first === undefined || ring.length < 4) return [...ring];
  const opposite = ring.reduce(
    (best, [x, y], at) => {
      const far = Math.hypot(x - first[0], y - first[1]);
      return far > best.far ? { at, far } : best;
    },
    { at: 0, far: 0 },
  ).at;
  return [
    ...neededPoints(ring.slice(0, opposite + 1), tolerance),
    ...neededPoints([...ring.slice(opposite), first], tolerance),
  ];
}
