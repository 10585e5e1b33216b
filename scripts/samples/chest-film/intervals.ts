/**
 * A ray runs from back to front (z in cm) and organs cover stretches of it. The list is reused for
 * every pixel: a film has a million rays, and fresh arrays for each would cost more than the sums.
 */
export class RayCover {
  private readonly from = new Float64Array(32);
  private readonly to = new Float64Array(32);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Adds a stretch, kept in order of its start. */
  add(from: number, to: number): void {
    if (to <= from || this.count >= this.from.length) return;
    let i = this.count;
    while (i > 0 && (this.from[i - 1] ?? 0) > from) {
      this.from[i] = this.from[i - 1] ?? 0;
      this.to[i] = this.to[i - 1] ?? 0;
      i -= 1;
    }
    this.from[i] = from;
    this.to[i] = to;
    this.count += 1;
  }

  /** Length of [low, high] that no stretch covers. */
  uncovered(low: number, high: number): number {
    let free = 0;
    let at = low;
    for (let i = 0; i < this.count && at < high; i += 1) {
      const from = this.from[i] ?? 0;
      if (from > at) free += Math.min(from, high) - at;
      at = Math.max(at, this.to[i] ?? 0);
    }
    return at < high ? free + high - at : free;
  }

  covers(z: number): boolean {
    for (let i = 0; i < this.count; i += 1) {
      if ((this.from[i] ?? 0) <= z && z <= (this.to[i] ?? 0)) return true;
    }
    return false;
  }
}
