import { describe, expect, it } from 'vitest';
import { cut, decodePlane, fittedRegion } from '../../../../src/imaging/worker/grey-plane.js';
import { calibrate } from '../../../../src/inference/calibrate.js';
import type { OpenImageModel } from '../../../../src/inference/open-model.js';
import { standardise } from '../../../../src/inference/standardise.js';
import { openRaster } from '../../../../src/media/raster.js';
import { gradient16, pagedTiff, plain } from '../../../support/gradients.js';
import { OPEN_GATE, openFixture } from '../../../support/open-fixture.js';
import { greyPicture } from '../../../support/pictures.js';
import { assessed, run } from './reading.js';

/** Reads with one model alone. */
const assessedBy = (bytes: Buffer, reader: OpenImageModel, wantHeatmap = false) =>
  assessed(bytes, { reader }, { wantHeatmap });

describe('readImage assesses', () => {
  it.each(['pattern-fp32', 'pattern-int8'] as const)(
    'what %s gives for the squeezed and standardised picture',
    async (id) => {
      const model = await openFixture(id, OPEN_GATE);
      const bytes = await greyPicture(300, 200).png().toBuffer();
      const output = await assessedBy(bytes, model);
      const { sample } = await openRaster(bytes, { megapixels: 2 });
      const opened = { image: output.image, warnings: [], sample };
      const plane = await decodePlane(opened, [model.manifest.input]);
      const region = fittedRegion(plane, model.manifest.input);
      const data = standardise(await cut(plane, region, { width: 32, height: 32 }));
      const feeds = { image: { dtype: 'float32', shape: [1, 1, 32, 32], data } } as const;
      const { logits, activation } = await model.session.run(feeds);
      const [, , rows, columns] = activation!.shape;
      expect(output.labels.map((reading) => reading.id)).toEqual(['alpha', 'beta']);
      for (const [index, reading] of output.labels.entries()) {
        const logit = Number(logits!.data[index]);
        expect(reading.probability).toBe(
          calibrate(logit, model.manifest.labels[index]!.calibration),
        );
        expect(reading.activation).toMatchObject({
          rows,
          columns,
          region: { x: 0, y: 0, width: 1, height: 1 },
        });
        const cells = rows! * columns!;
        expect([...reading.activation!.values]).toEqual([
          ...(activation!.data as Float32Array).slice(index * cells, (index + 1) * cells),
        ]);
      }
    },
  );

  it('the same whatever the lossless format and the way of encoding', async () => {
    const model = await openFixture('pattern-fp32', OPEN_GATE);
    const picture = () => greyPicture(120, 90);
    const files = await Promise.all([
      picture().png().toBuffer(),
      picture().png({ progressive: true }).toBuffer(),
      picture().tiff({ compression: 'lzw' }).toBuffer(),
      picture().webp({ lossless: true }).toBuffer(),
    ]);
    const outputs = [];
    for (const bytes of files) outputs.push(await assessedBy(bytes, model));
    expect(outputs.map(({ image }) => image.format)).toEqual(['png', 'png', 'tiff', 'webp']);
    const [first] = outputs;
    for (const { labels } of outputs) {
      for (const [index, { probability }] of labels.entries()) {
        expect(probability).toBeCloseTo(first!.labels[index]!.probability, 2);
      }
    }
  });

  it('facts of the picture along with it', async () => {
    const model = await openFixture('pattern-fp32', OPEN_GATE);
    const deep = await gradient16(256, 100, 257).tiff({ compression: 'lzw' }).toBuffer();
    expect((await assessedBy(deep, model)).image).toEqual({
      width: 256,
      height: 100,
      format: 'tiff',
      photometric: 'MONOCHROME2',
      bitsPerSample: 16,
      frames: 1,
      frame: 1,
      orientation: 1,
    });
    const turned = greyPicture(120, 90).jpeg().withMetadata({ orientation: 6 });
    const { image, warnings, models } = await assessedBy(await turned.toBuffer(), model);
    expect(image).toMatchObject({ width: 120, height: 90, orientation: 6 });
    expect(warnings).toEqual([expect.stringContaining('read upright')]);
    expect(models).toEqual([{ id: 'pattern-fp32', backend: 'cpu' }]);
  });

  it('a heat map of the proportions of the picture, only when wanted', async () => {
    const model = await openFixture('pattern-fp32', OPEN_GATE);
    const sizes = [
      { width: 300, height: 200, drawn: { width: 300, height: 200 } },
      { width: 1_600, height: 400, drawn: { width: 1_024, height: 256 } },
    ];
    for (const { width, height, drawn } of sizes) {
      const bytes = await greyPicture(width, height).png().toBuffer();
      expect(await assessedBy(bytes, model)).not.toHaveProperty('heatmapPng');
      const { heatmapPng } = await assessedBy(bytes, model, true);
      expect(await openRaster(Buffer.from(heatmapPng!), { megapixels: 2 })).toMatchObject(drawn);
    }
  });

  it('no heat map for a model that has no label to show', async () => {
    const { manifest } = await openFixture();
    const labels = manifest.labels.map((label) => ({ ...label, reported: false }));
    const model = await openFixture('pattern-fp32', { ...OPEN_GATE, labels });
    const bytes = await greyPicture(100, 100).png().toBuffer();
    expect(await assessedBy(bytes, model, true)).not.toHaveProperty('heatmapPng');
  });
});

describe('readImage abstains', () => {
  const reasonOf = async (bytes: Buffer, reader: OpenImageModel) => {
    const output = await run(bytes, { reader }, { wantHeatmap: true });
    expect(Object.keys(output).sort()).toEqual([
      'assessed',
      'image',
      'models',
      'refusal',
      'warnings',
    ]);
    return output.assessed ? 'assessed' : output.refusal.reason;
  };

  it('from a colour photo and from a blank picture, without running the model', async () => {
    const model = await openFixture('pattern-fp32', OPEN_GATE);
    const photo = await plain(100, 100, '#c05020').png().toBuffer();
    expect(await reasonOf(photo, model)).toBe('it is a colour picture, not a radiograph');
    for (const colour of ['#000', '#fff', '#777']) {
      const blank = await plain(100, 100, colour).png().toBuffer();
      expect(await reasonOf(blank, model)).toBe('it is blank or nearly blank');
    }
    const page = await pagedTiff(100, 100, [50, 200]);
    expect(await reasonOf(page, model)).toBe('it is blank or nearly blank');
    expect(model.runs()).toBe(0);
  });

  it('where the gate says that it is another kind of picture', async () => {
    const gate = { threshold: 1, scale: 1e-9, bias: 0 };
    const model = await openFixture('pattern-fp32', { gate });
    const bytes = await greyPicture(100, 100).png().toBuffer();
    expect(await reasonOf(bytes, model)).toContain('does not look like');
    expect(model.runs()).toBe(1);
  });

  it('where the gate says nothing that is a number', async () => {
    const { session, ...rest } = await openFixture('pattern-fp32', OPEN_GATE);
    const model: OpenImageModel = {
      ...rest,
      session: {
        ...session,
        async run(feeds) {
          const outputs = await session.run(feeds);
          const data = Float32Array.of(Number.NaN);
          return { ...outputs, gate: { dtype: 'float32', shape: [1, 1], data } };
        },
      },
    };
    const bytes = await greyPicture(100, 100).png().toBuffer();
    expect(await reasonOf(bytes, model)).toContain('does not look like');
  });
});

describe('readImage fails', () => {
  it('rather than give a probability that is no number', async () => {
    const { session, ...rest } = await openFixture('pattern-fp32', OPEN_GATE);
    const distorted = (name: string, data: Float32Array): OpenImageModel => ({
      ...rest,
      session: {
        ...session,
        run: async (feeds) => ({
          ...(await session.run(feeds)),
          [name]: { dtype: 'float32', shape: [1, data.length], data },
        }),
      },
    });
    const bytes = await greyPicture(100, 100).png().toBuffer();
    const nan = distorted('logits', Float32Array.of(1, Number.NaN));
    await expect(run(bytes, { reader: nan })).rejects.toThrow('no finite score for beta');
    const short = distorted('logits', Float32Array.of(1));
    await expect(run(bytes, { reader: short })).rejects.toThrow('no finite score for beta');
  });
});
