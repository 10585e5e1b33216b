export interface Curve {
  readonly label: string;
  readonly colour: string;
  /** In the order of x. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly Curve[];
}

const WIDTH = 900;
const HEIGHT = 220;
const LEFT = 60;
const RIGHT = 20;
const TOP = 34;
const BOTTOM = 26;
const LINES = 4;

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

/** The next of 1, 2, 5, 10, 20 … that is not below. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}

function panel({ title, unit, curves }: Panel, top: number, mostX: number): string {
  const values = curves.flatMap(({ points }) => points.map(([, y]) => y));
  const most = roundUp(Math.max(...values, 0));
  const x = (value: number) => LEFT + (value / mostX) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => top + HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const grid = Array.from({ length: LINES + 1 }, (_, i) => {
    const value = (most / LINES) * i;
    const at = y(value).toFixed(1);
    return (
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="#ddd"/>` +
      `<text x="${LEFT - 6}" y="${at}" dy="4" text-anchor="end">${value}</text>`
    );
  });
  const lines = curves.map(({ colour, points }) => {
    const path = points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${path}"/>`;
  });
  const legend = curves.map(({ label, colour }, i) => {
    return `<text x="${WIDTH - RIGHT - 150 * (curves.length - i)}" y="${top + 20}" fill="${colour}">${escaped(label)}</text>`;
  });
  const heading = `<text x="${LEFT}" y="${top + 20}" font-weight="bold">${escaped(title)} (${escaped(unit)})</text>`;
  return [heading, ...legend, ...grid, ...lines].join('\n');
}

/** Curves over minutes, a panel below the other, as an SVG document. */
export function plot(title: string, panels: readonly Panel[]): string {
  const xs = panels.flatMap(({ curves }) => curves.flatMap(({ points }) => points.map(([x]) => x)));
  const mostX = Math.max(...xs, 1);
  const height = 40 + panels.length * HEIGHT;
  const drawn = panels.map((one, i) => panel(one, 40 + i * HEIGHT, mostX));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#333">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="24" font-size="15">${escaped(title)}</text>
${drawn.join('\n')}
<text x="${WIDTH - RIGHT}" y="${height - 6}" text-anchor="end">minutes: 0 to ${mostX.toFixed(1)}</text>
</svg>
`;
}
