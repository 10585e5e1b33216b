import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/errors.js';
import { events } from '../../api/events.js';
import { Failure } from '../../components/failure.js';
import { formatBytes, formatNumber } from '../../components/format-size.js';
import { Loading } from '../../components/loading.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import type { World } from '../../state/world.js';
import { text } from '../../text/en.js';
import { type Figures, type Moment, momentOf, trendPoints } from './figures.js';

const words = text.administration.live;

const PATH = '/v1/admin/figures/events';
/** Two minutes, one every two seconds. */
const KEPT = 60;
const PAUSE_MS = 3_000;

interface Live {
  readonly figures: Figures | undefined;
  readonly moments: readonly Moment[];
  readonly isLost: boolean;
  readonly error: unknown;
}

const added = (live: Live, figures: Figures): Live => ({
  figures,
  moments: [...live.moments, momentOf(live.figures, figures)].slice(-KEPT),
  isLost: false,
  error: undefined,
});

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Keeps a stream open, and opens it again when it is interrupted. */
async function follow(
  world: World,
  signal: AbortSignal,
  change: (next: (live: Live) => Live) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { event, data } of events(PATH, { world, signal })) {
        if (event === 'figures') change((live) => added(live, JSON.parse(data) as Figures));
      }
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      change((live) => ({ ...live, isLost: true, error: isRefused ? error : undefined }));
      if (isRefused) return;
    }
    await pause(signal);
  }
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly values: readonly (number | undefined)[];
}

function Tile({ name, value, values }: TileProps) {
  return (
    <section class="tile" aria-label={name}>
      <h2>{name}</h2>
      <p class="numeric">{value}</p>
      <svg
        class="trend"
        viewBox="0 0 100 30"
        preserveAspectRatio="none"
        role="img"
        aria-label={words.trend(name)}
      >
        <polyline points={trendPoints(values, KEPT)} />
      </svg>
    </section>
  );
}

const MILLISECONDS = 1_000;
const one = (value: number | undefined, show: (value: number) => string) =>
  value === undefined ? '–' : show(value);

function tilesOf(moments: readonly Moment[]): TileProps[] {
  const now = moments.at(-1);
  const all = (read: (moment: Moment) => number | undefined) => moments.map(read);
  const perSecond = (value: number) => words.perSecond(formatNumber(value));
  return [
    {
      name: words.requests,
      value: one(now?.requestsPerSecond, perSecond),
      values: all((moment) => moment.requestsPerSecond),
    },
    {
      name: words.refusals,
      value: one(now?.refusalsPerSecond, perSecond),
      values: all((moment) => moment.refusalsPerSecond),
    },
    {
      name: words.latency,
      value:
        now?.medianSeconds === undefined
          ? words.none
          : text.administration.state.milliseconds(formatNumber(now.medianSeconds * MILLISECONDS)),
      values: all((moment) => moment.medianSeconds),
    },
    {
      name: words.busy,
      value: words.ofWorkers(one(now?.busyWorkers, String), one(now?.workersUp, String)),
      values: all((moment) => moment.busyWorkers),
    },
    { name: words.queue, value: one(now?.queue, String), values: all((moment) => moment.queue) },
    {
      name: words.connections,
      value: one(now?.connections, String),
      values: all((moment) => moment.connections),
    },
    {
      name: words.memory,
      value: one(now?.memoryBytes, formatBytes),
      values: all((moment) => moment.memoryBytes),
    },
    {
      name: words.processor,
      value: one(now?.processor, (value) => words.percent((100 * value).toFixed(1))),
      values: all((moment) => moment.processor),
    },
  ];
}

function AllFigures({ figures }: { readonly figures: Figures }) {
  const rows = figures.families
    .filter(({ type }) => type !== 'histogram')
    .flatMap(({ name, samples }) =>
      samples.map(({ labels, value }) => {
        const pairs = Object.entries(labels).map(([label, given]) => `${label} ${given}`);
        const title = [name, ...pairs].join(' · ');
        return { key: title, cells: [title, value === null ? '–' : formatNumber(value, 6)] };
      }),
    );
  const columns = [{ title: words.figure }, { title: words.value, isNumber: true }];
  return (
    <details class="details">
      <summary>{words.all}</summary>
      <Table caption={words.all} columns={columns} rows={rows} />
    </details>
  );
}

/** The figures as they change. */
export function LivePart() {
  const { world } = usePage();
  const [live, setLive] = useState<Live>({
    figures: undefined,
    moments: [],
    isLost: false,
    error: undefined,
  });
  useEffect(() => {
    const controller = new AbortController();
    void follow(world, controller.signal, setLive);
    return () => controller.abort();
  }, [world]);
  return (
    <>
      <p>{words.intro}</p>
      {live.error !== undefined && <Failure error={live.error} />}
      {live.isLost && live.error === undefined && <p role="status">{words.lost}</p>}
      {live.figures === undefined ? (
        live.error === undefined && <Loading what={words.connecting} />
      ) : (
        <>
          <div class="tiles">
            {tilesOf(live.moments).map((tile) => (
              <Tile key={tile.name} {...tile} />
            ))}
          </div>
          <AllFigures figures={live.figures} />
        </>
      )}
    </>
  );
}
