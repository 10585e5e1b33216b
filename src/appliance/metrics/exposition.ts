/** One sample of a metric. */
export interface Sample {
  /** Of a histogram: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All samples of one metric. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Reading it begins a new interval: it is for the one scraper alone. */
  readonly isReadOnce?: true;
  /** Reads the current values. */
  samples(): readonly Sample[];
}

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"');

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

function line(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  const inBraces = pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
  return `${name}${suffix}${inBraces} ${numberText(value)}\n`;
}

function familyText({ name, help, type, samples }: Family): string {
  const now = samples();
  if (now.length === 0) return '';
  const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`;
  return head + now.map((sample) => line(name, sample)).join('');
}

/**
 * The text format of Prometheus, version 0.0.4
 * (prometheus.io/docs/instrumenting/exposition_formats). A family without samples is left out.
 *
 * @throws RangeError for two families of one name: a scraper would reject the whole text
 */
export function createExposition(families: readonly Family[]): () => string {
  const names = families.map(({ name }) => name);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw new RangeError(`the metric ${twice} is defined twice`);
  return () => families.map(familyText).join('');
}

/** Returns a gauge of one value, without labels; no sample while the value is undefined. */
export function gauge(name: string, help: string, read: () => number | undefined): Family {
  return single('gauge', name, help, read);
}

/** Returns a counter: a value that only grows until a restart. */
export function counter(name: string, help: string, read: () => number | undefined): Family {
  return single('counter', name, help, read);
}

function single(
  type: Family['type'],
  name: string,
  help: string,
  read: () => number | undefined,
): Family {
  const samples = () => {
    const value = read();
    return value === undefined ? [] : [{ value }];
  };
  return { name, help, type, samples };
}

/** Returns a family whose samples differ in one label. */
export function byLabel(
  facts: Omit<Family, 'samples'>,
  label: string,
  read: () => Readonly<Record<string, number>>,
): Family {
  const samples = () =>
    Object.entries(read()).map(([text, value]) => ({ labels: { [label]: text }, value }));
  return { ...facts, samples };
}
