import type { FilmView } from './film-view.js';

/** What can be done with the picture, by key, by button or by pointer alike. */
export type ViewCommand =
  | 'nextSlice'
  | 'previousSlice'
  | 'nextSlices'
  | 'previousSlices'
  | 'firstSlice'
  | 'lastSlice'
  | 'panLeft'
  | 'panRight'
  | 'panUp'
  | 'panDown'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'pixels'
  | 'narrower'
  | 'wider'
  | 'darker'
  | 'brighter'
  | 'invert'
  | 'reset';

/** What concerns more than the view: its layers, its measurements, its findings. */
export type PageCommand =
  | 'measure'
  | 'boxes'
  | 'landmarks'
  | 'outlines'
  | 'heatMap'
  | 'nextFinding'
  | 'previousFinding'
  | 'help';

export type Command = ViewCommand | PageCommand;

/** Keys while the picture has the focus. */
export const KEYS: Readonly<Record<string, Command>> = {
  ArrowDown: 'nextSlice',
  ArrowUp: 'previousSlice',
  PageDown: 'nextSlices',
  PageUp: 'previousSlices',
  Home: 'firstSlice',
  End: 'lastSlice',
  'Shift+ArrowLeft': 'panLeft',
  'Shift+ArrowRight': 'panRight',
  'Shift+ArrowUp': 'panUp',
  'Shift+ArrowDown': 'panDown',
  '+': 'zoomIn',
  '-': 'zoomOut',
  f: 'fit',
  '1': 'pixels',
  q: 'narrower',
  w: 'wider',
  a: 'darker',
  s: 'brighter',
  i: 'invert',
  r: 'reset',
  m: 'measure',
  b: 'boxes',
  l: 'landmarks',
  o: 'outlines',
  h: 'heatMap',
  n: 'nextFinding',
  p: 'previousFinding',
  '?': 'help',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The command of a key; none with Ctrl, Alt or Meta, which belong to the browser. */
export function commandOf({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: KeyPress): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (shiftKey && key.startsWith('Arrow')) return KEYS[`Shift+${key}`];
  // `=` is the key of `+` without Shift on many keyboards.
  if (key === '=') return 'zoomIn';
  return KEYS[key] ?? KEYS[key.toLowerCase()];
}

const PAN_PIXELS = 40;
const ZOOM_STEP = 1.25;
const LEVEL_STEP = 0.05;
const WIDTH_STEP = 0.1;
const MANY_SLICES = 10;

const ACTIONS: Readonly<Record<ViewCommand, (view: FilmView) => void>> = {
  nextSlice: (view) => void view.step(1),
  previousSlice: (view) => void view.step(-1),
  nextSlices: (view) => void view.step(MANY_SLICES),
  previousSlices: (view) => void view.step(-MANY_SLICES),
  firstSlice: (view) => void view.goTo(0),
  lastSlice: (view) => void view.goTo(view.count - 1),
  panLeft: (view) => view.pan(-PAN_PIXELS, 0),
  panRight: (view) => view.pan(PAN_PIXELS, 0),
  panUp: (view) => view.pan(0, -PAN_PIXELS),
  panDown: (view) => view.pan(0, PAN_PIXELS),
  zoomIn: (view) => view.zoomBy(ZOOM_STEP),
  zoomOut: (view) => view.zoomBy(1 / ZOOM_STEP),
  fit: (view) => view.look({ centre: { x: 0.5, y: 0.5 }, zoom: 1 }),
  pixels: (view) => view.zoomToPixels(),
  narrower: (view) => view.changeWindow(0, -WIDTH_STEP),
  wider: (view) => view.changeWindow(0, WIDTH_STEP),
  // A higher centre makes the same value darker.
  darker: (view) => view.changeWindow(LEVEL_STEP, 0),
  brighter: (view) => view.changeWindow(-LEVEL_STEP, 0),
  invert: (view) => view.invert(),
  reset: (view) => view.reset(),
};

export const isViewCommand = (command: Command): command is ViewCommand =>
  Object.hasOwn(ACTIONS, command);

export function perform(view: FilmView, command: ViewCommand): void {
  ACTIONS[command](view);
}
