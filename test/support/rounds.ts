/** Whether this is `npm run test:long`. */
export const isLongRun = process.env.TEST_ROUNDS === 'long';

export interface RoundCounts {
  /** In `npm test`: enough to show that it works. */
  readonly short: number;
  /** In `npm run test:long`: enough to show that it always works. */
  readonly long: number;
}

/** How often something is done that chance varies: a kill, a damaged file, a made-up input. */
export const rounds = ({ short, long }: RoundCounts): number => (isLongRun ? long : short);
