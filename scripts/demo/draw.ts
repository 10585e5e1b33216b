import sharp from 'sharp';
import { escapeHtml } from '../../src/http/docs-page.js';
import type { Finding, ImagingResult, Location } from '../../src/imaging/schema.js';

const COLOURS = ['#ff5a36', '#ffb000', '#4cc9f0', '#b388ff'];

function boxSvg({ x, y, width, height }: Location, colour: string, stroke: number): string {
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${stroke * 2}" fill="none" ` +
    `stroke="${colour}" stroke-width="${stroke}"/>`
  );
}

function labelSvg(finding: Finding, colour: string, size: number, line: number): string {
  const percent = Math.round(finding.probability * 100);
  const text = escapeHtml(`${finding.finding} ${percent} %, ${finding.severity}`);
  const y = size * (1.6 * line + 1.5);
  return (
    `<rect x="${size * 0.4}" y="${y - size}" width="${text.length * size * 0.56}" ` +
    `height="${size * 1.4}" fill="#000" fill-opacity="0.65"/>` +
    `<text x="${size * 0.7}" y="${y}" font-family="DejaVu Sans, Arial, sans-serif" ` +
    `font-size="${size}" fill="${colour}">${text}</text>`
  );
}

/** The film with its heat map, the boxes of every finding and their names, as a PNG file. */
export async function drawAnswer(film: Buffer, result: ImagingResult, file: string): Promise<void> {
  const { width, height } = result.image;
  const unit = Math.max(width, height) / 100;
  const shapes = result.findings.flatMap((finding, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? '#ffffff';
    const boxes = finding.locations.map((location) => boxSvg(location, colour, unit * 0.4));
    return [...boxes, labelSvg(finding, colour, unit * 2.2, index)];
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`;
  const heat = result.heatmap?.split(',')[1];
  const layers = heat
    ? [await sharp(Buffer.from(heat, 'base64')).resize(width, height, { fit: 'fill' }).toBuffer()]
    : [];
  await sharp(film)
    .autoOrient()
    .toColourspace('srgb')
    .composite([...layers, Buffer.from(drawing)].map((input) => ({ input })))
    .png()
    .toFile(file);
}
