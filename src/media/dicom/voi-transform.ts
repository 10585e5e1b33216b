import type { Attributes } from './attributes.js';
import type { FrameScope } from './frame-scope.js';
import { lookUp, readLookupTable } from './lookup-table.js';

/** A range of grey levels to display, in rescaled units (Hounsfield units for CT). */
export interface GreyWindow {
  readonly centre: number;
  readonly width: number;
}

export interface VoiTransform {
  /** From rescaled units to 0 (black) … 1 (white), before MONOCHROME1 is inverted. */
  show(rescaled: number): number;
  /** The window or table in words. */
  readonly used: string;
}

const FRAME_VOI_LUT = 'x00289132';
const VOI_LUT_SEQUENCE = 'x00283010';
const TABLE = { descriptor: 'x00283002', data: 'x00283006' };

const clamp = (part: number) => Math.min(1, Math.max(0, part));

/** PS3.3 C.11.2.1.2.1: with integers, a width of 1 is a threshold and 256 shows 0..255 in full. */
function linear({ centre, width }: GreyWindow): (x: number) => number {
  // Below 1 the formula is inverted; such widths occur with fractional units.
  if (width < 1) return linearExact({ centre, width });
  const middle = centre - 0.5;
  const half = (width - 1) / 2;
  return (x) => {
    if (x <= middle - half) return 0;
    if (x > middle + half) return 1;
    return (x - middle) / (width - 1) + 0.5;
  };
}

/** PS3.3 C.11.2.1.3.2. */
function linearExact({ centre, width }: GreyWindow): (x: number) => number {
  return (x) => clamp((x - centre) / width + 0.5);
}

/** PS3.3 C.11.2.1.3.1. */
function sigmoid({ centre, width }: GreyWindow): (x: number) => number {
  return (x) => 1 / (1 + Math.exp((-4 * (x - centre)) / width));
}

const FUNCTIONS = { LINEAR: linear, LINEAR_EXACT: linearExact, SIGMOID: sigmoid } as const;
type FunctionName = keyof typeof FUNCTIONS;

const isFunctionName = (text: string): text is FunctionName => Object.hasOwn(FUNCTIONS, text);

const isUsable = ({ centre, width }: GreyWindow) =>
  Number.isFinite(centre) && Number.isFinite(width) && width > 0;

const describe = ({ centre, width }: GreyWindow) => `centre ${centre}, width ${width}`;

function fromTables(places: readonly Attributes[], signed: boolean): VoiTransform | undefined {
  for (const place of places) {
    const items = place.items(VOI_LUT_SEQUENCE);
    for (const [index, item] of items.entries()) {
      const table = readLookupTable(item, TABLE, signed);
      if (table === undefined) continue;
      const white = 2 ** table.bits - 1;
      return {
        show: (rescaled) => clamp(lookUp(table, rescaled) / white),
        used: `VOI LUT ${index + 1} of ${items.length}`,
      };
    }
  }
  return undefined;
}

function fromWindows(places: readonly Attributes[]): VoiTransform | undefined {
  for (const place of places) {
    const centres = place.decimals('x00281050');
    const widths = place.decimals('x00281051');
    const windows = centres.map((centre, i) => ({ centre, width: widths[i] ?? Number.NaN }));
    const index = windows.findIndex(isUsable);
    const window = windows[index];
    if (window === undefined) continue;
    const text = place.text('x00281056')?.toUpperCase() ?? '';
    const name = isFunctionName(text) ? text : 'LINEAR';
    const shape = name === 'LINEAR' ? '' : `, ${name}`;
    return {
      show: FUNCTIONS[name](window),
      used: `window ${index + 1} of ${windows.length} (${describe(window)}${shape})`,
    };
  }
  return undefined;
}

/**
 * Chooses the grey transform of a frame (PS3.3 C.11.2): a requested window, else the first VOI LUT,
 * in which radiography units store the intended appearance, else the first window.
 *
 * @param signed whether rescaled units may be negative
 * @returns undefined when nothing usable is given: the full range of the frame is to be shown
 */
export function readVoiTransform(
  scope: FrameScope,
  signed: boolean,
  requested: GreyWindow | undefined,
): VoiTransform | undefined {
  if (requested !== undefined) {
    return { show: linear(requested), used: `requested window (${describe(requested)})` };
  }
  const places = scope(FRAME_VOI_LUT);
  return fromTables(places, signed) ?? fromWindows(places);
}

/** Whether a header has a window or table, usable or not. */
export function mentionsVoi(scope: FrameScope): boolean {
  return scope(FRAME_VOI_LUT).some(
    (place) => place.text('x00281051') !== undefined || place.items(VOI_LUT_SEQUENCE).length > 0,
  );
}
