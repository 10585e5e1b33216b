/** Wall-clock time in milliseconds since 1970; injected, so that tests can control it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** ISO 8601 in UTC with `Z`, the only form of time in the interface. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
