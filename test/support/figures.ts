/** The figures of a text of `/metrics`, by name and labels as they are written. */
export function readFigures(text: string): Map<string, number> {
  const figures = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const cut = line.lastIndexOf(' ');
    const value = line.slice(cut + 1);
    figures.set(line.slice(0, cut), value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value));
  }
  return figures;
}
