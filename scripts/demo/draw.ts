import sharp from 'sharp';
import type { Finding, ImagingResult, Location, Measurement } from '../../src/imaging/schema.js';

const COLOURS = ['#ff5a36', '#ffb000', '#4cc9f0', '#b388ff'];
const HEART = '#7dff9b';
const THORAX = '#4cc9f0';
const FONT = 'font-family="DejaVu Sans, Arial, sans-serif"';
/** Drawings of small slices are enlarged to at least this, so that lines and words are legible. */
const MIN_SIDE = 768;

/** Numeric references, which HTML and XML share. */
const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Pixels of the answer to pixels of the drawing, and the thickness of a hair on it. */
interface Scale {
  readonly by: number;
  readonly hair: number;
}

interface CaptionLine {
  readonly text: string;
  readonly colour: string;
}

function boxSvg({ x, y, width, height }: Location, colour: string, { by, hair }: Scale): string {
  return (
    `<rect x="${x * by}" y="${y * by}" width="${width * by}" height="${height * by}" ` +
    `rx="${hair * 2}" fill="none" stroke="${colour}" stroke-width="${hair}"/>`
  );
}

function line(x1: number, y1: number, x2: number, y2: number, style: string): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${style}/>`;
}

/** A diameter as readers draw it: level, between plumb lines through both of its landmarks. */
function diameterSvg({ landmarks }: Measurement, colour: string, { by, hair }: Scale): string {
  const points = landmarks.map(({ x, y }) => ({ x: x * by, y: y * by }));
  const level = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const across = points.map(({ x }) => x);
  const [from, to] = [Math.min(...across), Math.max(...across)];
  const style = `stroke="${colour}" stroke-width="${hair}"`;
  const tick = 5 * hair;
  return [
    line(from, level, to, level, style),
    ...points.flatMap(({ x, y }) => [
      line(x, Math.min(y, level) - tick, x, Math.max(y, level) + tick, style),
      `<circle cx="${x}" cy="${y}" r="${2.2 * hair}" fill="${colour}"/>`,
    ]),
  ].join('');
}

function findingLine({ finding, probability, severity }: Finding, colour: string): CaptionLine {
  return { text: `${finding} ${Math.round(probability * 100)} %, ${severity}`, colour };
}

function diameterLines(measurements: readonly Measurement[]): CaptionLine[] {
  const named = (name: string) => measurements.find((one) => one.name === name);
  const [ratio, heart, thorax] = [
    'cardiothoracic_ratio',
    'cardiac_diameter',
    'thoracic_diameter',
  ].map(named);
  if (!ratio || !heart || !thorax) return [];
  const size = ({ value, unit }: Measurement) =>
    `${Math.round(value)} ${unit.replace(/[{}]/g, '')}`;
  return [
    { text: `heart ${size(heart)}`, colour: HEART },
    { text: `chest ${size(thorax)}, ratio ${ratio.value.toFixed(2)}`, colour: THORAX },
  ];
}

function captionOf(result: ImagingResult, title: string): CaptionLine[] {
  const refused = result.findings.length === 0 && result.confidence_score === 0;
  const found = result.findings.map((one, i) => findingLine(one, colourOf(i)));
  const nothing = refused ? 'not assessed' : 'nothing reported';
  return [
    { text: title, colour: '#ffffff' },
    ...(found.length > 0 ? found : [{ text: nothing, colour: '#c8c8c8' }]),
    ...diameterLines(result.measurements ?? []),
  ];
}

const colourOf = (index: number) => COLOURS[index % COLOURS.length] ?? '#ffffff';

/** The caption is below the picture, so that none of it is hidden. */
function captionSvg(lines: readonly CaptionLine[], below: number, size: number): string {
  return lines
    .map(({ text, colour }, i) => {
      const y = below + size * (1.5 * i + 1.6);
      return `<text x="${size * 0.7}" y="${y}" ${FONT} font-size="${size}" fill="${colour}">${escapeXml(text)}</text>`;
    })
    .join('');
}

/**
 * A picture with its heat map, the boxes of every finding, the measured diameters and, below it,
 * their names.
 *
 * @param rows lines reserved for the caption, so that drawings can be placed side by side
 * @returns a PNG file
 */
export async function drawAnswer(
  shown: Buffer,
  result: ImagingResult,
  title: string,
  rows = 0,
): Promise<Buffer> {
  const by = Math.max(1, MIN_SIDE / Math.max(result.image.width, result.image.height));
  const [width, height] = [result.image.width, result.image.height].map((n) => Math.round(n * by));
  if (width === undefined || height === undefined) throw new Error('no size');
  const unit = Math.max(width, height) / 100;
  const scale = { by, hair: unit * 0.35 };
  const lines = captionOf(result, title);
  const size = unit * 2.2;
  const room = Math.ceil(size * (1.5 * Math.max(lines.length, rows) + 0.8));
  const measured = result.measurements ?? [];
  const diameters = [
    ['cardiac_diameter', HEART],
    ['thoracic_diameter', THORAX],
  ].flatMap(([name, colour]) =>
    measured.filter((one) => one.name === name).map((one) => diameterSvg(one, colour ?? '', scale)),
  );
  // A box as large as the image says that no place is known.
  const isPlace = (box: { width: number }) => box.width < result.image.width;
  const boxes = result.findings.flatMap(({ locations }, i) =>
    locations.filter(isPlace).map((location) => boxSvg(location, colourOf(i), scale)),
  );
  const shapes = [...boxes, ...diameters, captionSvg(lines, height, size)].join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + room}">` +
    `${shapes}</svg>`;
  const heat = result.heatmap?.split(',')[1];
  const layers = heat
    ? [await sharp(Buffer.from(heat, 'base64')).resize(width, height, { fit: 'fill' }).toBuffer()]
    : [];
  const base = await sharp(shown)
    .toColourspace('srgb')
    .resize(width, height, { fit: 'fill' })
    .extend({ bottom: room, background: '#000000' })
    .png()
    .toBuffer();
  return sharp(base)
    .composite([...layers, Buffer.from(svg)].map((input) => ({ input, left: 0, top: 0 })))
    .png()
    .toBuffer();
}

/** Two drawings of the same size, side by side. */
export async function besideEachOther(left: Buffer, right: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(left).metadata();
  const gap = Math.round(width / 60);
  const create = { width: 2 * width + gap, height, channels: 3, background: '#000000' } as const;
  return sharp({ create })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: width + gap, top: 0 },
    ])
    .png()
    .toBuffer();
}
