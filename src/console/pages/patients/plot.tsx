import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { Button } from '../../components/button.js';
import { theme } from '../../state/theme.js';
import { text } from '../../text/en.js';
import { type Span, spansFor, tickTexts, windowOf } from './axis-times.js';
import { formatInstant } from './fhir-time.js';
import type { PlotData, PlotLine } from './plot-data.js';
import { formatNumber } from './readings.js';
import { TIMES } from './style-of-times.js';
import { unitText } from './words.js';
import 'uplot/dist/uPlot.min.css';

const HEIGHT = 220;
const DARK = '(prefers-color-scheme: dark)';
const LINE_TOKENS = ['--data-1', '--data-2'] as const;

/** The colour that a token has now: a canvas knows no tokens. */
function colourOf(element: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

type Colours = (token: string) => string;

function axes(colour: Colours): uPlot.Axis[] {
  const common = {
    stroke: colour('--ink-soft'),
    grid: { stroke: colour('--edge'), width: 1 },
    ticks: { stroke: colour('--edge'), width: 1 },
  };
  return [
    {
      ...common,
      space: 90,
      values: (_plot, splits, _axis, _space, step) => tickTexts(splits, step, TIMES.locale),
    },
    { ...common, size: 60, values: (_plot, splits) => splits.map(formatNumber) },
  ];
}

/** The two ends of the range, beneath all else; for each line its values, and its limits as hollow points. */
function seriesOf(data: PlotData, colour: Colours): uPlot.Series[] {
  const lines = data.lines.flatMap(({ title }, n): uPlot.Series[] => {
    const stroke = colour(LINE_TOKENS[n] ?? '--data-3');
    return [
      { label: title, stroke, width: 1.5, spanGaps: true, points: { size: 6, fill: stroke } },
      {
        label: title,
        stroke,
        paths: () => null,
        points: { show: true, size: 8, fill: colour('--surface') },
      },
    ];
  });
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const range: uPlot.Series = {
    stroke: colour('--low'),
    width: 1,
    dash: [4, 4],
    spanGaps: true,
    points: { show: false },
    ...(stepped && { paths: stepped }),
  };
  return [{}, { ...range }, { ...range }, ...lines];
}

function optionsOf(data: PlotData, width: number, colour: Colours): uPlot.Options {
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { points: { size: 9 }, drag: { x: true, y: false } },
    scales: { x: { time: true } },
    axes: axes(colour),
    series: seriesOf(data, colour),
    bands: data.hasRange ? [{ series: [1, 2], fill: colour('--low-soft') }] : [],
  };
}

const columnsOf = ({ times, lines, high, low }: PlotData): uPlot.AlignedData => [
  times,
  high,
  low,
  ...lines.flatMap(({ values, limits }) => [values, limits]),
];

/** What is under the cursor. */
function readoutOf({ times, lines, ...data }: PlotData, index: number | null | undefined): string {
  const at = index == null ? undefined : times[index];
  if (index == null || at === undefined) return '';
  const values = lines.flatMap(({ title, values, limits }) => {
    const value = values[index] ?? limits[index];
    return value == null ? [] : `${title} ${formatNumber(value)} ${unitText(data)}`;
  });
  return `${formatInstant(at * 1_000, TIMES)}: ${values.join(', ')}`;
}

function summaryOf({ times, lines, ...data }: PlotData, title: string): string {
  const all = lines.flatMap(({ values, limits }) =>
    [...values, ...limits].filter((value) => value !== null),
  );
  const lowest = all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const highest = all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const newest = lines.map(({ values, limits }) => values.at(-1) ?? limits.at(-1)).find((v) => v);
  return text.patients.plotSummary({
    title,
    unit: unitText(data),
    count: all.length,
    from: formatInstant((times[0] ?? 0) * 1_000, TIMES),
    to: formatInstant((times.at(-1) ?? 0) * 1_000, TIMES),
    low: formatNumber(lowest),
    high: formatNumber(highest),
    newest: newest == null ? '' : formatNumber(newest),
  });
}

/** Draws again when the colours change. */
function useDark(): boolean {
  const [dark, setDark] = useState(() => matchMedia(DARK).matches);
  useEffect(() => {
    const query = matchMedia(DARK);
    const follow = () => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return dark;
}

function LineNames({ lines }: { readonly lines: readonly PlotLine[] }) {
  if (lines.length < 2) return null;
  return (
    <p class="plot-lines">
      {lines.map(({ title }, n) => (
        <span key={title} class={`plot-line plot-line-${n + 1}`}>
          {title}
        </span>
      ))}
    </p>
  );
}

/** The course of values of one unit; the table beside it says the same in words. */
export function Plot({ data, title }: { readonly data: PlotData; readonly title: string }) {
  const box = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const plot = useRef<uPlot>();
  const [span, setSpan] = useState<Span>('all');
  const dark = useDark();
  const chosen = theme.value;
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const options = optionsOf(data, element.clientWidth, (token) => colourOf(element, token));
    const show = (one: uPlot) => {
      if (readout.current !== null) readout.current.textContent = readoutOf(data, one.cursor.idx);
    };
    const drawn = new uPlot({ ...options, hooks: { setCursor: [show] } }, columnsOf(data), element);
    plot.current = drawn;
    const resized = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      drawn.destroy();
      plot.current = undefined;
    };
  }, [data, dark, chosen]);
  useEffect(() => {
    const [min, max] = windowOf(data.times, span);
    plot.current?.setScale('x', { min, max });
  }, [data, span, dark, chosen]);
  const hasLimits = data.lines.some(({ limits }) => limits.some((limit) => limit !== null));
  return (
    <figure class="plot">
      <figcaption>
        {text.patients.plotOf(title, unitText(data))}
        <LineNames lines={data.lines} />
      </figcaption>
      <fieldset class="plot-spans" aria-label={text.patients.span}>
        {spansFor(data.times).map((one) => (
          <Button key={one} look="quiet" pressed={span === one} onClick={() => setSpan(one)}>
            {text.patients.spans[one]}
          </Button>
        ))}
      </fieldset>
      <div class="plot-box" ref={box} role="img" aria-label={summaryOf(data, title)} />
      <p class="plot-readout numeric" ref={readout} aria-hidden="true" />
      {(data.hasRange || hasLimits) && (
        <p class="plot-key">
          {[
            ...(data.hasRange ? [text.patients.rangeBand] : []),
            ...(hasLimits ? [text.patients.limitLine] : []),
          ].join('; ')}
        </p>
      )}
    </figure>
  );
}
