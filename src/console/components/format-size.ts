const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1_024;

/** A size with three digits at most and its unit: `1.5 GiB`. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

export const formatMebibytes = (mebibytes: number): string => formatBytes(mebibytes * STEP * STEP);

/** A duration in its two largest units: `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

/** A number with so many significant digits, without an exponent where it is readable. */
export const formatNumber = (value: number, digits = 3): string =>
  new Intl.NumberFormat(undefined, { maximumSignificantDigits: digits }).format(value);
