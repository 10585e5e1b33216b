import type { Point } from './affine.js';
import type { FilmView } from './film-view.js';

/** What dragging with the main button, or one finger, does. */
export type DragTool = 'window' | 'pan' | 'zoom' | 'scroll' | 'measure';

/** Pixels of dragging over which the window changes by its own width. */
const WINDOW_PIXELS = 400;
const ZOOM_PIXELS = 200;
const SLICE_PIXELS = 12;
/** Pixels of the wheel for one slice; mice turn in steps of about 100. */
const WHEEL_PIXELS = 50;

interface Finger extends Point {
  readonly id: number;
}

export interface GestureTarget {
  readonly element: HTMLElement;
  readonly view: FilmView;
  readonly tool: () => DragTool;
  /** Called after everything that moved the picture. */
  readonly onMoved: () => void;
  /** A drag of the measuring tool. */
  readonly onMeasure: (from: Point, to: Point, isDone: boolean) => void;
}

/** The button decides: the middle one pans, the right one zooms, the main one does what was chosen. */
function toolOf(button: number, tool: DragTool): DragTool {
  if (button === 1) return 'pan';
  return button === 2 ? 'zoom' : tool;
}

/** Connects mouse, pen and fingers with a view; returns what takes them off again. */
export function connectGestures(target: GestureTarget): () => void {
  const { element, view } = target;
  const fingers = new Map<number, Finger>();
  let tool: DragTool = 'window';
  let from: Point = { x: 0, y: 0 };
  let turned = 0;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  const scroll = (pixels: number, perSlice: number) => {
    turned += pixels;
    const slices = Math.trunc(turned / perSlice);
    turned -= slices * perSlice;
    if (slices !== 0) void view.step(slices);
  };

  const drag = (across: number, down: number, at: Point) => {
    if (tool === 'window') view.changeWindow(down / WINDOW_PIXELS, across / WINDOW_PIXELS);
    else if (tool === 'pan') view.pan(across, down);
    else if (tool === 'zoom') view.zoomBy(2 ** (-down / ZOOM_PIXELS), from);
    else if (tool === 'scroll') scroll(down, SLICE_PIXELS);
    else target.onMeasure(from, at, false);
  };

  /** Two fingers move and stretch the picture, whatever one finger does. */
  const pinch = (before: Finger, now: Finger, other: Finger) => {
    const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
    const [was, is] = [middle(before, other), middle(now, other)];
    view.pan(is.x - was.x, is.y - was.y);
    const apart = distance(before, other);
    if (apart > 0) view.zoomBy(distance(now, other) / apart, is);
  };

  const onDown = (event: PointerEvent) => {
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    const at = pointOf(event);
    fingers.set(event.pointerId, { id: event.pointerId, ...at });
    tool = toolOf(event.button, target.tool());
    from = at;
    turned = 0;
    // The middle button would start scrolling by itself.
    if (event.button === 1) event.preventDefault();
  };

  const onMove = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = { id: event.pointerId, ...pointOf(event) };
    const other = [...fingers.values()].find(({ id }) => id !== event.pointerId);
    if (other === undefined) drag(now.x - before.x, now.y - before.y, now);
    else pinch(before, now, other);
    fingers.set(event.pointerId, now);
    target.onMoved();
  };

  const onUp = (event: PointerEvent) => {
    const wasOnly = fingers.size === 1;
    if (!fingers.delete(event.pointerId) || !wasOnly) return;
    if (tool === 'measure' && event.type === 'pointerup') {
      target.onMeasure(from, pointOf(event), true);
    }
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.ctrlKey || view.count === 1) {
      view.zoomBy(2 ** (-event.deltaY / (4 * ZOOM_PIXELS)), pointOf(event));
    } else {
      scroll(event.deltaY, WHEEL_PIXELS);
    }
    target.onMoved();
  };

  const onMenu = (event: Event) => event.preventDefault();

  const taken = new AbortController();
  const { signal } = taken;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  element.addEventListener('contextmenu', onMenu, { signal });
  return () => taken.abort();
}
