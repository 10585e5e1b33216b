import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { LabelReading, Region } from '../../../../src/imaging/worker/read-image-contract.js';
import { logitOf } from '../../../../src/inference/calibrate.js';
import { openRaster } from '../../../../src/media/raster.js';
import { pagedTiff } from '../../../support/gradients.js';
import {
  OPEN_GATE,
  openFixture,
  openSpotDetector,
  openSpotSegmenter,
} from '../../../support/open-fixture.js';
import { rejectionOf } from '../../../support/refusals.js';
import { type Spot, spotPicture, spotPixels } from '../../../support/spots.js';
import { assessed, run } from './reading.js';

const of = (labels: readonly LabelReading[], id: string) => labels.find((one) => one.id === id)!;

/** How far a region's corners lie from those of a square, in parts of the picture. */
function distance({ x, y, width, height }: Region, spot: Spot, across: number, down: number) {
  const [left, top] = [spot.x / across, spot.y / down];
  const [right, bottom] = [(spot.x + spot.side) / across, (spot.y + spot.side) / down];
  return Math.max(
    ...[x - left, y - top, x + width - right, y + height - bottom].map((value) => Math.abs(value)),
  );
}

describe('a detector', () => {
  it('says where its boxes lie in the picture, bars around it or not', async () => {
    const reader = await openSpotDetector();
    // 320 × 160 fits the input with bars: a cell of 8 pixels stands for 40 of the picture.
    const spots = [
      { x: 80, y: 40, side: 40, grey: 255 },
      { x: 200, y: 80, side: 40, grey: 190 },
    ];
    const bytes = await spotPicture(320, 160, ...spots)
      .png()
      .toBuffer();
    const { labels } = await assessed(bytes, { reader });
    const [white, bright] = [of(labels, 'white'), of(labels, 'bright')];
    expect(white.detections).toHaveLength(1);
    expect(bright.detections).toHaveLength(1);
    expect(distance(white.detections![0]!.region, spots[0]!, 320, 160)).toBeLessThan(0.01);
    expect(distance(bright.detections![0]!.region, spots[1]!, 320, 160)).toBeLessThan(0.01);
    expect(white.probability).toBeGreaterThan(0.99);
    // Resampling blurs the borders of the square a little.
    const grey = 0.6 + logitOf(bright.probability) / 20;
    expect(Math.abs(grey - 190 / 255)).toBeLessThan(0.03);
  });

  it('finds nothing where nothing is bright', async () => {
    const reader = await openSpotDetector();
    const bytes = await spotPicture(200, 200, { x: 50, y: 50, side: 100, grey: 120 })
      .png()
      .toBuffer();
    const { labels } = await assessed(bytes, { reader });
    for (const { detections, probability } of labels) {
      expect(detections).toEqual([]);
      expect(probability).toBeLessThan(0.5);
    }
  });

  it('looks at the upright picture', async () => {
    const reader = await openSpotDetector();
    const stored = { x: 64, y: 8, side: 8, grey: 255 };
    const bytes = await spotPicture(128, 64, { ...stored, side: 16, x: 96, y: 0 })
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { labels, image } = await assessed(bytes, { reader });
    expect(image).toMatchObject({ width: 128, height: 64, orientation: 6 });
    const [box] = of(labels, 'white').detections!;
    // A quarter turn to the right: what is stored at the top right lies at the bottom right.
    expect(distance(box!.region, { x: 48, y: 96, side: 16, grey: 255 }, 64, 128)).toBeLessThan(
      0.02,
    );
  });

  it('has no heat map', async () => {
    const reader = await openSpotDetector();
    const bytes = await spotPicture(200, 200, { x: 0, y: 0, side: 50, grey: 255 }).png().toBuffer();
    expect(await assessed(bytes, { reader }, { wantHeatmap: true })).not.toHaveProperty(
      'heatmapPng',
    );
  });
});

describe('a segmenter', () => {
  const spot = { x: 60, y: 20, side: 60, grey: 255 };

  it('outlines what it finds, as a reader of labels', async () => {
    const reader = await openSpotSegmenter();
    const bytes = await spotPicture(160, 160, spot).png().toBuffer();
    const { labels, heatmapPng } = await assessed(bytes, { reader }, { wantHeatmap: true });
    const { probability, activation } = of(labels, 'spot');
    expect(probability).toBeGreaterThan(0.99);
    const { rows, columns, values, region } = activation!;
    expect([rows, columns, region]).toEqual([16, 16, { x: 0, y: 0, width: 1, height: 1 }]);
    values.forEach((value, cell) => {
      const [x, y] = [(cell % 16) * 10, Math.floor(cell / 16) * 10];
      const inside = x >= 60 && x < 120 && y >= 20 && y < 80;
      expect(value > 0.5).toBe(inside);
    });
    const { greys } = await (await openRaster(Buffer.from(heatmapPng!), { megapixels: 1 })).sample(
      16,
      16,
    );
    expect(greys[4 * 16 + 8]).toBeGreaterThan(greys[12 * 16 + 3]! + 20);
  });

  it('finds nothing that is smaller than its label asks for', async () => {
    const reader = await openSpotSegmenter();
    const bytes = await spotPicture(320, 320, { ...spot, side: 20 })
      .png()
      .toBuffer();
    const { labels } = await assessed(bytes, { reader });
    expect(of(labels, 'spot').probability).toBeLessThan(0.5);
  });

  it('knows what of the picture it was shown', async () => {
    const plain = await openSpotSegmenter();
    const { input } = plain.manifest;
    const reader = await openSpotSegmenter({ input: { ...input, fit: 'centre_crop' } });
    const bytes = await spotPicture(320, 160, spot).png().toBuffer();
    const { labels } = await assessed(bytes, { reader });
    expect(of(labels, 'spot').activation!.region).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 });
  });

  it('gives its masks beside the labels of another, or alone', async () => {
    const segmenter = await openSpotSegmenter();
    const bytes = await spotPicture(160, 160, spot).png().toBuffer();
    const alone = await assessed(bytes, { segmenter });
    expect(alone.labels).toEqual([]);
    expect(alone.models).toEqual([{ id: 'spot-segmenter', backend: 'cpu' }]);
    expect(alone.structures!.masks.map(({ id }) => id)).toEqual(['background', 'spot']);
    expect(alone.structures!.greys).toHaveLength(32 * 32);
    expect(Math.max(...alone.structures!.greys)).toBe(255);
    const both = await assessed(bytes, { segmenter, reader: await openSpotDetector() });
    expect(both.models.map(({ id }) => id)).toEqual(['spot-segmenter', 'spot-detector']);
    expect(both.structures).toEqual(alone.structures);
    expect(both.labels).toHaveLength(2);
  });

  it('is distinguished from other images', async () => {
    const bytes = await spotPicture(160, 160, spot).png().toBuffer();
    const segmenter = await openFixture('pattern-fp32', OPEN_GATE);
    await expect(run(bytes, { segmenter })).rejects.toThrow('the package is not a segmenter');
    await expect(run(bytes, {})).rejects.toThrow('no model was requested for the picture');
  });
});

describe('a model that looks at a part of the picture', () => {
  const region = { segmenter: 'spot-segmenter', structures: ['spot'], margin: 0 };
  const looking = async () => {
    const { manifest } = await openSpotDetector();
    return openSpotDetector({ input: { ...manifest.input, fit: 'fill', region } });
  };
  /** A grey square, 150 of 255, with a white one in a corner of it. */
  const picture = (...more: Spot[]) =>
    spotPicture(320, 320, { x: 160, y: 80, side: 80, grey: 150 }, ...more)
      .png()
      .toBuffer();
  const inner = { x: 160, y: 80, side: 10, grey: 255 };

  it('sees that part alone, and gives places in the whole', async () => {
    const models = { reader: await looking(), segmenter: await openSpotSegmenter() };
    const output = await assessed(await picture(inner), models);
    const [box] = of(output.labels, 'white').detections!;
    // A cell of the input is now an eighth of the square, ten pixels.
    expect(distance(box!.region, inner, 320, 320)).toBeLessThan(0.01);
    expect(output.warnings).toEqual([]);
  });

  it('finds it as well where the segmenter itself saw only the middle', async () => {
    const { manifest } = await openSpotSegmenter();
    const segmenter = await openSpotSegmenter({ input: { ...manifest.input, fit: 'centre_crop' } });
    const wide = await spotPicture(
      640,
      320,
      { x: 320, y: 80, side: 80, grey: 150 },
      { ...inner, x: 320 },
    )
      .png()
      .toBuffer();
    const { labels } = await assessed(wide, { reader: await looking(), segmenter });
    const [box] = of(labels, 'white').detections!;
    expect(distance(box!.region, { ...inner, x: 320 }, 640, 320)).toBeLessThan(0.02);
  });

  it('says so when the structure was not found, and reads all of it', async () => {
    const models = { reader: await looking(), segmenter: await openSpotSegmenter() };
    const dark = await spotPicture(320, 320, { x: 0, y: 0, side: 20, grey: 255 }).png().toBuffer();
    const output = await assessed(dark, models);
    expect(output.warnings).toEqual([expect.stringContaining('were not found')]);
    expect(output.structures).toBeDefined();
  });

  it('does not guess where the segmenter is missing', async () => {
    const error = await rejectionOf(run(await picture(inner), { reader: await looking() }));
    expect(error.code).toBe('model_unavailable');
    expect(error.message).toContain('spot-segmenter');
  });
});

describe('a page of a TIFF', () => {
  it('is the requested one, and the answer names it', async () => {
    const { manifest } = await openSpotDetector();
    const reader = await openSpotDetector({ input: { ...manifest.input, fit: 'fill' } });
    const pixels = Buffer.concat([
      spotPixels(160, 160, [{ x: 0, y: 0, side: 20, grey: 255 }]),
      spotPixels(160, 160, [{ x: 140, y: 140, side: 20, grey: 255 }]),
    ]);
    const tall = { width: 160, height: 320, channels: 1, pageHeight: 160 } as const;
    const bytes = await sharp(pixels, { raw: tall })
      .toColourspace('b-w')
      .tiff({ compression: 'none' })
      .toBuffer();
    for (const [frame, at] of [
      [undefined, 0],
      [1, 0],
      [2, 140],
    ] as const) {
      const { image, labels, warnings } = await assessed(
        bytes,
        { reader },
        frame === undefined ? {} : { frame },
      );
      expect(image).toMatchObject({ frames: 2, frame: frame ?? 1, format: 'tiff' });
      expect(warnings).toEqual([`The file holds 2 pages; page ${frame ?? 1} was read.`]);
      const [box] = of(labels, 'white').detections!;
      expect(distance(box!.region, { x: at, y: at, side: 20, grey: 255 }, 160, 160)).toBeLessThan(
        0.01,
      );
    }
  });

  it('may be blank where another is not', async () => {
    const reader = await openFixture('pattern-fp32', OPEN_GATE);
    const bytes = await pagedTiff(100, 100, [10, 240]);
    const output = await run(bytes, { reader }, { frame: 2 });
    expect(output).toMatchObject({ assessed: false, image: { frames: 2, frame: 2 } });
  });
});
