import { Canvas, type Colour, type Point, textSize, wrapText } from '../../media/canvas.js';
import type { DisplayedFrame } from '../../media/dicom/displayed-frame.js';
import { toAscii } from '../../media/dicom/write/plain-text.js';
import { readOverlay } from '../../media/overlay.js';
import { resizeColour, type Size } from '../../media/resample.js';
import type { Annotation, Strip } from '../result-objects/annotations.js';
import { NOT_VERIFIED } from '../result-objects/codes.js';

/** A frame as a viewer shows it. */
export interface ShownFrame extends Size {
  readonly shown: DisplayedFrame;
}

/** An annotated picture. */
export interface DrawnPicture extends Size {
  readonly rgb: Uint8Array;
}

/** Smaller pictures are enlarged to it by a whole number, larger ones are reduced to the other. */
const MIN_SIDE = 512;
const MAX_SIDE = 2_048;
/** Pixels of width for one point of a glyph: captions have at most 85 characters in a line. */
const PIXELS_PER_POINT = 512;

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
const YELLOW: Colour = [255, 214, 0];
const GREY: Colour = [120, 120, 120];
const OUTLINE: Colour = [0, 220, 220];
/** Of findings in their order; told apart with the usual defects of colour vision (Okabe and Ito). */
const COLOURS: readonly Colour[] = [
  [230, 159, 0],
  [86, 180, 233],
  [0, 190, 140],
  [240, 228, 66],
  [213, 94, 0],
  [204, 121, 167],
];

const colourOf = (at: number): Colour => COLOURS[at % COLOURS.length] ?? WHITE;

/** How many pixels wide a pixel of a picture is drawn. */
export function zoomOf({ width, height }: Size): number {
  const longest = Math.max(width, height);
  if (longest > MAX_SIDE) return MAX_SIDE / longest;
  return longest < MIN_SIDE ? Math.ceil(MIN_SIDE / longest) : 1;
}

const zoomed = ({ width, height }: Size, zoom: number): Size => ({
  width: Math.max(1, Math.round(width * zoom)),
  height: Math.max(1, Math.round(height * zoom)),
});

function colourSamples(frame: DisplayedFrame): Uint8Array {
  if (frame.kind === 'colour') return frame.rgb;
  const { greys } = frame;
  const rgb = new Uint8Array(greys.length * 3);
  for (let at = 0; at < greys.length; at += 1) {
    const grey = Math.round((greys[at] ?? 0) / 257);
    rgb.fill(grey, at * 3, at * 3 + 3);
  }
  return rgb;
}

/** Where things are below the picture. */
interface Layout {
  readonly picture: Size;
  readonly scale: number;
  readonly rows: readonly string[];
  readonly margin: number;
  readonly stripHeight: number;
  readonly height: number;
}

function layOut(annotation: Annotation, picture: Size): Layout {
  const scale = Math.max(1, Math.round(picture.width / PIXELS_PER_POINT));
  const margin = 4 * scale;
  const { width: character, height: row } = textSize(' ', scale);
  const characters = Math.max(8, Math.floor((picture.width - 2 * margin) / character));
  const rows = [NOT_VERIFIED, ...annotation.captions].flatMap((text) =>
    wrapText(toAscii(text), characters),
  );
  const lines = annotation.strip?.lines.length ?? 0;
  const stripHeight = lines === 0 ? 0 : 60 * scale + (lines + 1) * row;
  const height = picture.height + 2 * margin + rows.length * row + stripHeight;
  return { picture, scale, rows, margin, stripHeight, height };
}

/** The pixels of a box: at least those that it covers in part. */
function regionOf({ x, y, width, height }: Annotation['boxes'][number]['box'], zoom: number) {
  const left = Math.floor(x * zoom);
  const top = Math.floor(y * zoom);
  return {
    left,
    top,
    width: Math.max(1, Math.ceil((x + width) * zoom) - left),
    height: Math.max(1, Math.ceil((y + height) * zoom) - top),
  };
}

function drawLabel(canvas: Canvas, text: string, [x, y]: Point, scale: number, colour: Colour) {
  const { width, height } = textSize(text, scale);
  canvas.fill({ left: x, top: y, width: width + scale, height }, BLACK, 0.7);
  canvas.write(text, [x + scale, y + scale], scale, colour);
}

function drawOnPicture(canvas: Canvas, annotation: Annotation, zoom: number, layout: Layout): void {
  const { scale, picture } = layout;
  const thickness = scale + 1;
  for (const ring of annotation.rings) {
    const points = [...ring, ...ring.slice(0, 1)].map(([x, y]): Point => [x * zoom, y * zoom]);
    canvas.lines(points, scale, OUTLINE);
  }
  for (const { number, box } of annotation.boxes) {
    const region = regionOf(box, zoom);
    const colour = colourOf(number - 1);
    canvas.frame(region, thickness, colour);
    const label = textSize(String(number), scale);
    // Beside a box that it would hide.
    const isLarge = region.width >= 3 * label.width && region.height >= 2 * label.height;
    const beside = region.left + (isLarge ? 0 : region.width) + thickness;
    const x = Math.min(beside, picture.width - label.width);
    const below = region.top + (isLarge ? thickness : 0);
    const y = Math.min(below, picture.height - label.height);
    drawLabel(canvas, String(number), [x, y], scale, colour);
  }
  // In the middle of the lower edge: markers of the side are in corners, and must stay visible.
  const notice = textSize(NOT_VERIFIED, 2 * scale);
  const left = Math.max(0, Math.round((picture.width - notice.width) / 2));
  const top = Math.max(0, picture.height - notice.height - thickness);
  drawLabel(canvas, NOT_VERIFIED, [left, top], 2 * scale, YELLOW);
}

/** The probabilities along the axis, from 0 at the bottom to 1 at the top. */
function drawStrip(canvas: Canvas, strip: Strip, top: number, layout: Layout): void {
  const { scale, margin, stripHeight, picture } = layout;
  const { height: row } = textSize(' ', scale);
  const chart = {
    left: margin,
    top,
    width: picture.width - 2 * margin,
    height: stripHeight - (strip.lines.length + 1) * row - margin,
  };
  const slices = Math.max(1, ...strip.lines.map(({ values }) => values.length));
  const across = (at: number) => chart.left + ((at + 0.5) / slices) * chart.width;
  const down = (value: number) => chart.top + (1 - value) * (chart.height - 1);
  canvas.frame(chart, scale, GREY);
  canvas.lines(
    [
      [across(strip.slice - 1), chart.top],
      [across(strip.slice - 1), chart.top + chart.height - 1],
    ],
    scale,
    WHITE,
  );
  for (const [at, { name, values, threshold }] of strip.lines.entries()) {
    const colour = colourOf(at);
    for (const [index, value] of values.entries()) {
      const next = values[index + 1];
      if (value === null) continue;
      const from: Point = [across(index), down(value)];
      const to: Point = typeof next === 'number' ? [across(index + 1), down(next)] : from;
      canvas.lines([from, to], scale + 1, colour);
    }
    const label = toAscii(name);
    const text =
      threshold === undefined ? label : `${label} (reported from ${threshold.toFixed(2)})`;
    const y = chart.top + chart.height + margin + (at + 1) * row;
    canvas.write(text, [margin, y], scale, colour);
  }
  const caption = `Probability of each slice, 0 to 1, slice 1 to ${slices}; line: this slice`;
  canvas.write(caption, [margin, chart.top + chart.height + margin], scale, WHITE);
}

/** The height of an annotated picture. */
export function drawnHeight(frame: Size, annotation: Annotation): number {
  return layOut(annotation, zoomed(frame, zoomOf(frame))).height;
}

/**
 * Draws a frame with its boxes, outlines and evidence, and what is to be known of them below it. The
 * frame begins at the top left corner.
 *
 * @param heatmap a PNG that lies over the whole frame
 * @param height of the picture; at least `drawnHeight`
 */
export async function drawAnnotation(
  frame: ShownFrame,
  annotation: Annotation,
  { heatmap, height }: { readonly heatmap?: Uint8Array; readonly height: number },
): Promise<DrawnPicture> {
  const zoom = zoomOf(frame);
  const picture = zoomed(frame, zoom);
  const layout = layOut(annotation, picture);
  const size = { width: frame.width, height: frame.height };
  const canvas = new Canvas({ width: picture.width, height });
  canvas.place(await resizeColour(colourSamples(frame.shown), size, picture), picture);
  if (heatmap) canvas.overlay(await readOverlay(heatmap, picture), picture);
  drawOnPicture(canvas, annotation, zoom, layout);
  const { height: row } = textSize(' ', layout.scale);
  let y = picture.height + layout.margin;
  for (const [at, text] of layout.rows.entries()) {
    canvas.write(text, [layout.margin, y], layout.scale, at === 0 ? YELLOW : WHITE);
    y += row;
  }
  if (annotation.strip && layout.stripHeight > 0) drawStrip(canvas, annotation.strip, y, layout);
  return { width: canvas.width, height: canvas.height, rgb: canvas.rgb };
}
