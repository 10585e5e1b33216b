export interface Bounds {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** Whether a value is outside the range; the limits belong to it, and a code is never outside. */
export function isBeyond(value: number | string | boolean, { low, high }: Bounds): boolean {
  if (typeof value === 'string') return false;
  return Number(value) < (low ?? -Infinity) || Number(value) > (high ?? Infinity);
}

/** `0.3 to 20 mmol/L`, `at least 16 a`. */
export function rangeText({ low, high }: Bounds, unit: string | undefined): string {
  const of = unit === undefined ? '' : ` ${unit}`;
  if (low === undefined) return `at most ${high}${of}`;
  return high === undefined ? `at least ${low}${of}` : `${low} to ${high}${of}`;
}
