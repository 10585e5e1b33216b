import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImagingCreateAnswer } from '../../../api/types.js';
import { Loading } from '../../../components/loading.js';
import { text } from '../../../text/en.js';
import type { Series, Slice } from '../files/series.js';
import type { Point } from './affine.js';
import { type Command, commandOf, isViewCommand, perform } from './commands.js';
import type { FilmView } from './film-view.js';
import { connectGestures, type DragTool } from './gestures.js';
import { type LayerChoice, Layers } from './layers.js';
import { type DrawnLine, type Line, MIN_LINE_PIXELS, type Scale } from './measurements.js';

const loadViewer = () => import('./film-view.js');

export interface FilmPaneProps {
  /** Of the viewport; two panes have two. */
  readonly id: string;
  readonly title: string;
  readonly series: Series;
  readonly tool: DragTool;
  readonly answer: ImagingCreateAnswer | undefined;
  readonly chosen: number | undefined;
  readonly choice: LayerChoice;
  readonly lines: readonly DrawnLine[];
  readonly scale: Scale;
  readonly onView: (view: FilmView | undefined) => void;
  /** The picture was moved or scrolled by a person. */
  readonly onMoved: (view: FilmView) => void;
  readonly onSlice: (slice: Slice | undefined) => void;
  readonly onLine: (line: Line) => void;
  /** What is more than a change of this view. */
  readonly onCommand: (command: Command) => void;
}

/** Slices begin in the middle, as the appliance does with frames. */
const firstIndex = ({ slices }: Series): number => Math.floor((slices.length - 1) / 2);

type ViewerLoad = 'loading' | 'ready' | 'failed';

/** A view on the element, as long as the pane is there. */
function useFilmView(
  id: string,
  element: { readonly current: HTMLDivElement | null },
): { readonly view: FilmView | undefined; readonly load: ViewerLoad } {
  const [view, setView] = useState<FilmView>();
  const [load, setLoad] = useState<ViewerLoad>('loading');
  useEffect(() => {
    let isGone = false;
    let made: FilmView | undefined;
    loadViewer().then(
      ({ FilmView: View }) => {
        if (isGone || element.current === null) return;
        made = new View(id, element.current);
        setView(made);
        setLoad('ready');
      },
      () => !isGone && setLoad('failed'),
    );
    return () => {
      isGone = true;
      made?.close();
    };
  }, [id, element]);
  return { view, load };
}

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const CROSS_STEP = 2;
const CROSS_LEAP = 20;

interface KeyboardMeasuring {
  readonly cross: Point;
  /** In pixels of the picture. */
  readonly from: Point | undefined;
}

/** Measuring by keyboard: a cross is moved, and Enter sets its ends. */
function useMeasuring(view: FilmView | undefined, onLine: FilmPaneProps['onLine']) {
  const [measuring, setMeasuring] = useState<KeyboardMeasuring>();
  const begin = () => {
    const canvas = view?.state.peek()?.canvas;
    if (canvas === undefined) return;
    setMeasuring({ cross: { x: canvas.width / 2, y: canvas.height / 2 }, from: undefined });
  };
  const setPoint = ({ cross, from }: KeyboardMeasuring) => {
    const point = view?.pointAt(cross);
    if (point === undefined) return;
    if (from === undefined) {
      setMeasuring({ cross, from: point });
      return;
    }
    onLine({ from, to: point });
    setMeasuring(undefined);
  };
  /** Whether the key was taken. */
  const press = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (measuring === undefined) return false;
    const step = STEPS[key];
    if (step !== undefined) {
      const length = shiftKey ? CROSS_LEAP : CROSS_STEP;
      const { x, y } = measuring.cross;
      setMeasuring({ ...measuring, cross: { x: x + step.x * length, y: y + step.y * length } });
    } else if (key === 'Enter') setPoint(measuring);
    else if (key === 'Escape') setMeasuring(undefined);
    else return false;
    return true;
  };
  return { measuring, begin, press };
}

/** The line that is being drawn, besides those that were. */
function withDraft(lines: readonly DrawnLine[], draft: Line | undefined): readonly DrawnLine[] {
  return draft === undefined ? lines : [...lines, { id: -1, ...draft }];
}

function Facts({ view, series }: { readonly view: FilmView; readonly series: Series }) {
  const state = view.state.value;
  if (state === undefined) return null;
  const { window, sight, picture, isInverted, reduction, index } = state;
  const facts = [
    series.slices.length > 1 && text.image.sliceOf(index + 1, series.slices.length),
    window && text.image.windowIs(Math.round(window.centre), Math.round(window.width)),
    text.image.zoomIs(Math.round(sight.zoom * 100)),
    text.image.sizeIs(picture.width, picture.height),
    isInverted && text.image.inverted,
  ];
  return (
    <>
      <p class="film-facts numeric">{facts.filter(Boolean).join(' · ')}</p>
      {reduction > 1.001 && <p class="film-reduced">{text.image.reduced(reduction.toFixed(1))}</p>}
    </>
  );
}

function SliceSlider({ view, count, onMoved }: SliceSliderProps) {
  const index = view.state.value?.index ?? 0;
  return (
    <input
      class="film-slider"
      type="range"
      min={1}
      max={count}
      value={index + 1}
      aria-label={text.image.slice}
      aria-valuetext={text.image.sliceOf(index + 1, count)}
      onInput={({ currentTarget }) => {
        void view.goTo(Number(currentTarget.value) - 1);
        onMoved();
      }}
    />
  );
}

interface SliceSliderProps {
  readonly view: FilmView;
  readonly count: number;
  readonly onMoved: () => void;
}

function Curtain({ view, load, position }: CurtainProps) {
  if (load === 'failed') return <p role="alert">{text.image.viewerFailed}</p>;
  if (view === undefined) return <Loading what={text.image.viewerLoading} />;
  const phase = view.phase.value;
  if (phase === 'loading') return <Loading what={text.image.decoding} />;
  return phase === 'undecodable' ? <p role="alert">{text.image.undecodable(position)}</p> : null;
}

interface CurtainProps {
  readonly view: FilmView | undefined;
  readonly load: ViewerLoad;
  /** Of the file that is to be shown. */
  readonly position: number;
}

/** A picture with its marks; everything that a pointer does on it, keys do as well. */
export function FilmPane(props: FilmPaneProps) {
  const { id, title, series, tool, answer, chosen, choice, lines, scale } = props;
  const { onView, onMoved, onSlice, onLine, onCommand } = props;
  const element = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { view, load } = useFilmView(id, element);
  const { measuring, begin, press } = useMeasuring(view, onLine);
  const [draft, setDraft] = useState<Line>();
  const toolNow = useRef(tool);
  toolNow.current = tool;
  const lineNow = useRef(onLine);
  lineNow.current = onLine;
  const movedNow = useRef(onMoved);
  movedNow.current = onMoved;

  useEffect(() => {
    onView(view);
    return () => onView(undefined);
  }, [view]);
  useEffect(() => {
    if (view !== undefined) void view.show(series, firstIndex(series));
  }, [view, series]);
  useEffect(() => {
    if (view === undefined || frame.current === null) return undefined;
    return connectGestures({
      element: frame.current,
      view,
      tool: () => toolNow.current,
      onMoved: () => movedNow.current(view),
      onMeasure: (start, end, isDone) => {
        const from = view.pointAt(start);
        const to = view.pointAt(end);
        if (from === undefined || to === undefined) return;
        const isLine = Math.hypot(end.x - start.x, end.y - start.y) >= MIN_LINE_PIXELS;
        setDraft(isDone ? undefined : { from, to });
        if (isDone && isLine) lineNow.current({ from, to });
      },
    });
  }, [view]);

  const state = view?.state.value;
  const phase = view?.phase.value;
  // Also when nothing could be decoded: what is read is the slice that was asked for.
  const slice = view?.slice;
  useEffect(() => onSlice(slice), [slice, state?.index, phase]);

  const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>) => {
    if (view === undefined) return;
    if (press(event)) {
      event.preventDefault();
      return;
    }
    const command = commandOf(event);
    if (command === undefined) return;
    event.preventDefault();
    if (command === 'measure') begin();
    else if (isViewCommand(command)) {
      perform(view, command);
      onMoved(view);
    } else onCommand(command);
  };

  const from = measuring?.from;
  const to = measuring && view?.pointAt(measuring.cross);
  const keyboardDraft = from && to && { from, to };
  const position = slice?.opened.position ?? series.slices[0]?.opened.position ?? 1;
  return (
    <figure class="film">
      <figcaption class="film-title">{title}</figcaption>
      <div
        class={`film-frame film-tool-${tool}`}
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the focus and its keys
        tabIndex={0}
        role="application"
        aria-label={`${text.image.film(title)}. ${text.image.filmKeys}`}
        onKeyDown={onKeyDown}
      >
        <div class={`film-picture${phase === 'shown' ? '' : ' film-hidden'}`} ref={element} />
        {state !== undefined && phase === 'shown' && (
          <Layers
            {...{ state, answer, choice, chosen, scale }}
            lines={withDraft(lines, draft ?? keyboardDraft)}
            cross={measuring?.cross}
          />
        )}
        <div class="film-curtain">
          <Curtain view={view} load={load} position={position} />
        </div>
      </div>
      <p class="film-measuring" role="status">
        {measuring !== undefined &&
          (measuring.from === undefined ? text.image.measureStart : text.image.measureEnd)}
      </p>
      {view !== undefined && series.slices.length > 1 && (
        <SliceSlider view={view} count={series.slices.length} onMoved={() => onMoved(view)} />
      )}
      {view !== undefined && <Facts view={view} series={series} />}
    </figure>
  );
}
