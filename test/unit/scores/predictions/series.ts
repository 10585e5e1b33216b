import type { Observation, Series } from '../../../../src/scores/predictions/series.js';

const HOUR = 3_600_000;
/** Some morning: times of the chart are milliseconds of the epoch. */
export const MORNING = Date.UTC(2026, 2, 2, 8);

/** A value at an hour of the day, counted from that morning. */
export const at = (hour: number, value: Observation['value']): Observation => ({
  value,
  at: MORNING + hour * HOUR,
});

/** A chart: a bare value is one without time. */
export function chart(
  values: Record<string, Observation['value'] | readonly Observation[]>,
): Series {
  return new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : [{ value: value as Observation['value'] }],
    ]),
  );
}
