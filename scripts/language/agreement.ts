/** How well found spans agree with marked ones. */
export interface Agreement {
  readonly marked: number;
  readonly found: number;
  /** Same start and end. */
  readonly exact: number;
  /** Marked spans that some found span overlaps, and found that some marked one does. */
  readonly markedHit: number;
  readonly foundHit: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

export const NONE: Agreement = { marked: 0, found: 0, exact: 0, markedHit: 0, foundHit: 0 };

const overlap = (a: Range, b: Range) => a.start < b.end && b.start < a.end;

export function agreement(marked: readonly Range[], found: readonly Range[]): Agreement {
  const key = ({ start, end }: Range) => `${start}-${end}`;
  const keys = new Set(found.map(key));
  return {
    marked: marked.length,
    found: found.length,
    exact: marked.filter((one) => keys.has(key(one))).length,
    markedHit: marked.filter((one) => found.some((other) => overlap(one, other))).length,
    foundHit: found.filter((one) => marked.some((other) => overlap(one, other))).length,
  };
}

export const sum = (a: Agreement, b: Agreement): Agreement => ({
  marked: a.marked + b.marked,
  found: a.found + b.found,
  exact: a.exact + b.exact,
  markedHit: a.markedHit + b.markedHit,
  foundHit: a.foundHit + b.foundHit,
});

const f1 = (p: number, r: number) => (p + r === 0 ? 0 : (2 * p * r) / (p + r));
const shown = (value: number) => value.toFixed(3);

/** Precision, recall and F1, exact and overlapping, on one line. */
export function inWords({ marked, found, exact, markedHit, foundHit }: Agreement): string {
  const [p, r] = [exact / Math.max(1, found), exact / Math.max(1, marked)];
  const [op, or] = [foundHit / Math.max(1, found), markedHit / Math.max(1, marked)];
  return (
    `exact P ${shown(p)} R ${shown(r)} F1 ${shown(f1(p, r))}; ` +
    `overlapping P ${shown(op)} R ${shown(or)} F1 ${shown(f1(op, or))}; n = ${marked}, found ${found}`
  );
}
