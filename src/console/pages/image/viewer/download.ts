import type { ImagingCreateAnswer } from '../../../api/types.js';
import { boxesOf } from '../reading/wording.js';
import { applyAffine, mapBox, ringPath } from './affine.js';
import type { LayerChoice } from './layers.js';
import { type DrawnLine, lengthOf, lengthText, type Scale } from './measurements.js';
import type { Painting } from './paint.js';

export interface Annotation {
  readonly answer: ImagingCreateAnswer | undefined;
  readonly choice: LayerChoice;
  readonly lines: readonly DrawnLine[];
  readonly scale: Scale;
  /** Below the picture: what it is. */
  readonly source: string;
}

interface Pen {
  readonly context: CanvasRenderingContext2D;
  /** Of lines, in pixels of the picture. */
  readonly width: number;
}

/** A token's value, which is the same on a canvas as on the page. */
const colour = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim();

function stroke({ context, width }: Pen, token: string, path: Path2D): void {
  context.lineWidth = width * 2;
  context.strokeStyle = colour('--film');
  context.stroke(path);
  context.lineWidth = width;
  context.strokeStyle = colour(token);
  context.stroke(path);
}

function write({ context, width }: Pen, label: string, x: number, y: number): void {
  context.lineWidth = width * 2;
  context.strokeStyle = colour('--film');
  context.strokeText(label, x, y);
  context.fillStyle = colour('--film-ink');
  context.fillText(label, x, y);
}

async function drawHeatMap(
  { context }: Pen,
  { map }: Painting,
  { answer, choice }: Annotation,
): Promise<void> {
  if (!choice.heatMap || answer?.heatmap === undefined) return;
  const picture = new Image();
  picture.src = answer.heatmap;
  await picture.decode();
  context.save();
  context.globalAlpha = choice.heatMapStrength;
  context.transform(map.a, map.b, map.c, map.d, map.e, map.f);
  context.drawImage(picture, 0, 0, answer.image.width, answer.image.height);
  context.restore();
}

function drawBoxes(pen: Pen, { map }: Painting, { answer, choice }: Annotation): void {
  if (!choice.boxes || answer === undefined) return;
  for (const [index, finding] of answer.findings.entries()) {
    for (const location of boxesOf(finding, answer.image)) {
      const { x, y, width, height } = mapBox(map, location);
      const path = new Path2D();
      path.rect(x, y, width, height);
      stroke(pen, '--film-mark', path);
      write(pen, `${index + 1} ${finding.finding}`, x, y - pen.width * 3);
    }
  }
}

function drawLandmarks(pen: Pen, { map }: Painting, { answer, choice }: Annotation): void {
  if (!choice.landmarks) return;
  const size = pen.width * 5;
  for (const { landmarks } of answer?.measurements ?? []) {
    for (const landmark of landmarks) {
      const { x, y } = applyAffine(map, landmark);
      const path = new Path2D(`M${x - size} ${y}h${2 * size}M${x} ${y - size}v${2 * size}`);
      stroke(pen, '--film-landmark', path);
    }
  }
}

function drawOutlines(pen: Pen, { map }: Painting, { answer, choice }: Annotation): void {
  if (!choice.outlines) return;
  for (const { rings } of answer?.outlines ?? []) {
    for (const ring of rings) stroke(pen, '--film-outline', new Path2D(ringPath(ring, map)));
  }
}

function drawLines(pen: Pen, { map }: Painting, { lines, scale }: Annotation): void {
  for (const [index, line] of lines.entries()) {
    const from = applyAffine(map, line.from);
    const to = applyAffine(map, line.to);
    stroke(pen, '--film-line', new Path2D(`M${from.x} ${from.y}L${to.x} ${to.y}`));
    write(pen, `${index + 1}: ${lengthText(lengthOf(line, scale))}`, to.x, to.y);
  }
}

/** The text in lines that fit a width. */
function wrapped(context: CanvasRenderingContext2D, words: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && context.measureText(longer).width <= width) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** Smallest side of a picture that is downloaded: smaller ones are enlarged so that labels fit. */
const MIN_SIDE = 800;
const MARGIN = 0.5;

/**
 * The picture as it is shown, in its own size, with the marks that are switched on and a line below
 * it that says what it is. Nothing of the header is written on it.
 */
export async function annotatedPicture(painting: Painting, annotation: Annotation): Promise<Blob> {
  const { width, height } = painting.canvas;
  const enlargement = Math.max(1, Math.ceil(MIN_SIDE / Math.max(width, height)));
  const shown = { width: width * enlargement, height: height * enlargement };
  const text = Math.max(14, Math.round(Math.max(shown.width, shown.height) / 60));
  const font = `${text}px sans-serif`;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser cannot draw a picture of this size');
  context.font = font;
  const footer = wrapped(context, annotation.source, shown.width - 2 * MARGIN * text);
  canvas.width = shown.width;
  canvas.height = shown.height + Math.ceil(text * (footer.length * 1.4 + 2 * MARGIN));
  context.fillStyle = colour('--film');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.save();
  context.scale(enlargement, enlargement);
  context.drawImage(painting.canvas, 0, 0);
  context.font = `${text / enlargement}px sans-serif`;
  const pen: Pen = { context, width: Math.max(1, text / 8) / enlargement };
  await drawHeatMap(pen, painting, annotation);
  drawOutlines(pen, painting, annotation);
  drawLandmarks(pen, painting, annotation);
  drawBoxes(pen, painting, annotation);
  drawLines(pen, painting, annotation);
  context.restore();
  context.font = font;
  context.fillStyle = colour('--film-ink');
  context.textBaseline = 'top';
  for (const [index, line] of footer.entries()) {
    context.fillText(line, MARGIN * text, shown.height + text * (MARGIN + index * 1.4));
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob === null ? reject(new Error('the picture could not be written')) : resolve(blob),
      'image/png',
    );
  });
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content when the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
