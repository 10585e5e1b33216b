import { useMemo, useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { text } from '../../text/en.js';
import { formatTime } from './fhir-time.js';
import { Plot } from './plot.js';
import { type PlotSource, plotsOf } from './plot-data.js';
import type { Reading } from './readings.js';
import { ScrollRegion } from './scroll-region.js';
import { TIMES } from './style-of-times.js';
import { isNotable, remarksOf, valueText } from './words.js';

const ROWS = 50;

function rangeText({ ranges }: Reading): string {
  const texts = ranges.map((range) => range.text).filter((range) => range !== '');
  return texts.join('; ') || text.patients.noRange;
}

interface Row {
  readonly reading: Reading;
  /** The part of a quantity, where there are several. */
  readonly part: string;
}

const newestFirst = (a: Row, b: Row): number =>
  (b.reading.at ?? Number.NEGATIVE_INFINITY) - (a.reading.at ?? Number.NEGATIVE_INFINITY) || 0;

function ReadingTable({ title, sources }: { title: string; sources: readonly PlotSource[] }) {
  const [count, setCount] = useState(ROWS);
  const rows = useMemo(
    () =>
      sources
        .flatMap(({ title: part, readings }) => readings.map((reading) => ({ reading, part })))
        .sort(newestFirst),
    [sources],
  );
  return (
    <div class="course-table">
      <ScrollRegion class="course-table-box" label={text.patients.valuesOf(title)}>
        <table>
          <caption class="hidden-text">{text.patients.valuesOf(title)}</caption>
          <thead>
            <tr>
              <th scope="col">{text.patients.time}</th>
              <th scope="col">{text.patients.value}</th>
              <th scope="col">{text.patients.range}</th>
              <th scope="col">{text.patients.remark}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map(({ reading, part }, n) => (
              <tr key={`${n} ${reading.resource}`}>
                <th scope="row">
                  {reading.time === undefined
                    ? text.patients.noTime
                    : formatTime(reading.time, TIMES)}
                </th>
                <td class="numeric">
                  {sources.length > 1 && <span class="course-part">{part}: </span>}
                  <bdi>{valueText(reading.value)}</bdi>
                </td>
                <td class="numeric">{rangeText(reading)}</td>
                <td>
                  {remarksOf(reading).map((remark) => (
                    <Badge key={remark} tone={isNotable(reading) ? 'high' : 'plain'}>
                      {remark}
                    </Badge>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p class="course-count">
        {text.patients.valueCount(rows.length)}
        {rows.length > count && (
          <Button onClick={() => setCount(count + 10 * ROWS)}>{text.patients.showMore}</Button>
        )}
      </p>
    </div>
  );
}

export interface CourseProps {
  readonly title: string;
  readonly sources: readonly PlotSource[];
}

/** The course of a quantity: a plot for each unit, and a table of all values. */
export function Course({ title, sources }: CourseProps) {
  const plots = useMemo(() => plotsOf(sources), [sources]);
  const count = sources.reduce((sum, { readings }) => sum + readings.length, 0);
  const plotted = plots.reduce(
    (sum, { lines }) =>
      sum +
      lines.reduce(
        (own, { values, limits }) =>
          own + [...values, ...limits].filter((value) => value !== null).length,
        0,
      ),
    0,
  );
  return (
    <div class="course">
      <div class="course-plots">
        {plots.length > 1 && <p>{text.patients.severalUnits}</p>}
        {plots.map((data) => (
          <Plot key={data.unitCode} data={data} title={title} />
        ))}
        {count > plotted && <p class="plot-key">{text.patients.notPlotted(count - plotted)}</p>}
      </div>
      <ReadingTable title={title} sources={sources} />
    </div>
  );
}
