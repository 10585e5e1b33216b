/** A count among all that it is counted of. */
export interface Share {
  readonly hits: number;
  readonly all: number;
}

/** `46/50 = 92.0 %` */
export const shareText = ({ hits, all }: Share): string =>
  `${hits}/${all} = ${((100 * hits) / Math.max(1, all)).toFixed(1)} %`;
