/** Warnings on an older equation used with its race coefficient, or without the information. */
export function raceWarnings(black: boolean | undefined, coefficient: number): string[] {
  if (black === true) {
    return [
      `The published race coefficient (${coefficient}) was applied; guidelines no longer advise it: ` +
        'prefer the CKD-EPI 2021 equations.',
    ];
  }
  return black === undefined ? ['black_race was not given: no race coefficient was applied.'] : [];
}
