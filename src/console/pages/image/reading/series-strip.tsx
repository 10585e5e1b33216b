import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ImagingCreateAnswer } from '../../../api/types.js';
import { Button } from '../../../components/button.js';
import { Field } from '../../../components/field.js';
import { Panel } from '../../../components/panel.js';
import { text } from '../../../text/en.js';
import type { ReportedLabel } from './image-types.js';
import { firstLabel, type SeriesReading, type StripBar, stripBars } from './series-axis.js';
import { nameText, percentText } from './wording.js';

const words = text.image.strip;

const WIDTH = 1_000;
const HEIGHT = 100;
/** A slice with a probability of nearly nothing is seen all the same. */
const MIN_HEIGHT = 2;

const probabilityText = (probability: number | null | undefined): string =>
  typeof probability === 'number' ? percentText(probability) : words.notAssessed;

interface AxisProps {
  readonly name: string;
  readonly bars: readonly StripBar[];
  readonly keys: ReadonlySet<number>;
  /** From 1. */
  readonly shown: number | undefined;
  readonly onSlice: (slice: number) => void;
}

const LEAP = 10;

/** Another slice by a key of the keyboard; undefined for keys that mean nothing here. */
export function sliceByKey(key: string, shown: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: shown - 1,
    ArrowDown: shown - 1,
    ArrowRight: shown + 1,
    ArrowUp: shown + 1,
    PageDown: shown - LEAP,
    PageUp: shown + LEAP,
    Home: 1,
    End: count,
  };
  const slice = moves[key];
  return slice === undefined ? undefined : Math.min(count, Math.max(1, slice));
}

function Bar({ bar, isKey }: { readonly bar: StripBar; readonly isKey: boolean }) {
  const { at, width, probability } = bar;
  const height = probability === null ? HEIGHT : Math.max(MIN_HEIGHT, HEIGHT * probability);
  const look =
    probability === null ? 'strip-unassessed' : isKey ? 'strip-bar strip-key' : 'strip-bar';
  return (
    <rect
      class={look}
      x={at * WIDTH}
      y={HEIGHT - height}
      width={Math.max(1, width * WIDTH * 0.9)}
      height={height}
    />
  );
}

/** Where the slice lies that is looked at, on any colour. */
function Mark({ at }: { readonly at: number }) {
  const ends = { x1: at * WIDTH, x2: at * WIDTH, y1: 0, y2: HEIGHT };
  return (
    <>
      <line class="strip-halo" {...ends} />
      <line class="strip-shown" {...ends} />
    </>
  );
}

/** The probabilities along the axis; a slice is chosen by the keys of a slider, or by pointing at it. */
function Axis({ name, bars, keys, shown, onSlice }: AxisProps) {
  const now = shown ?? 1;
  const bar = bars[now - 1];
  const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>) => {
    const slice = sliceByKey(event.key, now, bars.length);
    if (slice === undefined) return;
    event.preventDefault();
    onSlice(slice);
  };
  const onPointer = (event: JSX.TargetedPointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = (event.clientX - left) / width;
    const index = bars.findLastIndex((one) => one.at <= at);
    if (index + 1 !== shown) onSlice(Math.max(0, index) + 1);
  };
  return (
    <div
      class="strip"
      role="slider"
      tabIndex={0}
      aria-label={words.axis(name)}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={now}
      aria-valuetext={words.sliceAt(now, bars.length, probabilityText(bar?.probability))}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((one, index) => (
          <Bar key={one.at} bar={one} isKey={keys.has(index + 1)} />
        ))}
        {shown !== undefined && bar !== undefined && <Mark at={bar.at + bar.width / 2} />}
      </svg>
    </div>
  );
}

function About({ series }: { readonly series: SeriesReading }) {
  const { images, slices, assessed, spacing_mm: spacing, orientation, reasons } = series;
  const facts = [
    words.assessed(assessed, slices),
    images > slices && words.sent(images),
    orientation !== undefined && words.orientations[orientation],
    spacing !== undefined && words.spacing(spacing.toFixed(1)),
  ];
  return (
    <>
      <p class="numeric">{facts.filter(Boolean).join(' · ')}</p>
      {reasons.length > 0 && (
        <details class="image-below">
          <summary>{words.why}</summary>
          <ul class="image-list">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

export interface SeriesPanelProps {
  readonly answer: ImagingCreateAnswer;
  readonly labels: readonly ReportedLabel[];
  /** The slice of the answer that is looked at, from 1. */
  readonly shown: number | undefined;
  readonly onSlice: (slice: number) => void;
}

/** What was read of a series: how probable a label is along the axis, and which slices carry it. */
export function SeriesPanel({ answer, labels, shown, onSlice }: SeriesPanelProps) {
  const [chosen, setChosen] = useState<string>();
  const { series } = answer;
  if (series === undefined) return null;
  const names = Object.keys(series.probabilities);
  const label = chosen !== undefined && names.includes(chosen) ? chosen : firstLabel(answer);
  const nameOf = (id: string) => labels.find((one) => one.id === id)?.name ?? nameText(id);
  const bars = label === undefined ? [] : stripBars(series, label);
  const keyImages = series.key_images.filter((one) => one.label === label);
  const missing = answer.not_assessed.filter(({ what }) => what === 'series');
  return (
    <Panel title={words.title}>
      <About series={series} />
      {missing.map(({ reason }) => (
        <p key={reason} class="image-caveat">
          <strong>{words.missing}:</strong> {reason}
        </p>
      ))}
      {names.length > 1 && (
        <Field label={words.label}>
          {(attributes) => (
            <select
              {...attributes}
              value={label}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              {names.map((id) => (
                <option key={id} value={id}>
                  {nameOf(id)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {label !== undefined && bars.length > 1 && (
        <>
          <h3 class="strip-title">{words.axis(nameOf(label))}</h3>
          <Axis
            name={nameOf(label)}
            bars={bars}
            keys={new Set(keyImages.map(({ slice }) => slice))}
            {...{ shown, onSlice }}
          />
          <p class="strip-ends image-soft">
            {words.ends[series.orientation ?? 'oblique'].map((end) => (
              <span key={end}>{end}</span>
            ))}
          </p>
          <p class="numeric" role="status">
            {shown === undefined
              ? words.notOfSeries
              : words.sliceAt(shown, bars.length, probabilityText(bars[shown - 1]?.probability))}
          </p>
          {bars.some(({ probability }) => probability === null) && (
            <p class="image-soft">{words.hatched}</p>
          )}
        </>
      )}
      {keyImages.length > 0 && (
        <>
          <h3>{words.keyImages}</h3>
          <ul class="strip-keys">
            {keyImages.map(({ slice, probability }) => (
              <li key={slice}>
                <Button pressed={slice === shown} onClick={() => onSlice(slice)}>
                  {words.keyImage(slice, percentText(probability))}
                </Button>
              </li>
            ))}
          </ul>
          <p class="image-soft">{words.ofSliceAlone}</p>
        </>
      )}
    </Panel>
  );
}
