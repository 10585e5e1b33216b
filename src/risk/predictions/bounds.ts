export interface Bounds {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** Both ends belong to the range; a word lies in any. */
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
