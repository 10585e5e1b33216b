import type { Session, Tensor } from '../../src/inference/backends/backend.js';
import { decodeGoldenTensor } from '../../src/inference/golden/cases.js';
import { noise } from '../../src/inference/golden/noise.js';
import type { GoldenFile, GoldenTensor } from '../../src/inference/golden/schema.js';
import { inputTensor } from '../../src/inference/input-tensor.js';
import { inputTensorName } from '../../src/inference/manifest-rules.js';
import { isImageManifest } from '../../src/inference/manifests/kinds.js';
import type { InputManifest, ModelManifest } from '../../src/inference/schema.js';
import { goldenRows } from './golden-rows.js';
import { goldenSounds } from './golden-sounds.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

function drawn({ width, height }: Size, greyAt: (x: number, y: number) => number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) =>
    Math.round(greyAt((i % width) / width, Math.floor(i / width) / height)),
  );
}

/**
 * Pictures drawn for golden cases: a package never contains a patient's. No two positions are equal, so
 * that a graph which sorts its answers has only one right order.
 */
export function goldenPictures(size: Size): { name: string; greys: Uint8Array }[] {
  const isSpot = (x: number, y: number, left: number, top: number) =>
    x >= left && x < left + 0.13 && y >= top && y < top + 0.13;
  const slope = (x: number, y: number) => 63 * x + 37 * y;
  return [
    { name: 'slope', greys: drawn(size, (x, y) => 2.55 * slope(x, y)) },
    {
      name: 'spots',
      greys: drawn(size, (x, y) =>
        isSpot(x, y, 0.2, 0.3) ? 250 : isSpot(x, y, 0.6, 0.7) ? 190 : 20 + slope(x, y) / 2,
      ),
    },
    { name: 'noise', greys: drawn(size, noise()) },
  ];
}

const base64 = (view: ArrayBufferView) =>
  Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64');

function encode(name: string, { dtype, shape, data }: Tensor): GoldenTensor {
  const head = { shape: [...shape], data: base64(data) };
  if (dtype === 'float32') return { dtype, encoding: 'f32-le', ...head };
  if (dtype === 'int64') return { dtype, encoding: 'i64-le', ...head };
  throw new TypeError(`the output ${name} is ${dtype}; float32 and int64 can be compared`);
}

/** The picture as the appliance shows it to the model; a byte a value where that is exact enough. */
function encodeInput(greys: Uint8Array, input: InputManifest): GoldenTensor {
  const tensor = inputTensor(Float32Array.from(greys), input);
  if (tensor.dtype !== 'float32') throw new TypeError('an input is float32');
  const { data } = tensor;
  const levels = inputTensor(Float32Array.from(greys), {
    ...input,
    normalisation: { method: 'range', low: 0, high: 255 },
  });
  const bytes = Uint8Array.from(levels.data as Float32Array, Math.round);
  const [darkest, brightest] = [
    bytes.indexOf(Math.min(...greys)),
    bytes.indexOf(Math.max(...greys)),
  ];
  const first = data[darkest] ?? 0;
  const low = bytes[darkest] ?? 0;
  const scale = ((data[brightest] ?? 0) - first) / ((bytes[brightest] ?? 0) - low);
  const offset = first - scale * low;
  const close = data.every((value, i) => {
    const exact = offset + scale * (bytes[i] ?? 0);
    return Math.abs(value - exact) <= 1e-5 * Math.max(1, Math.abs(value));
  });
  if (!close) return encode(input.name, tensor);
  const shape = [...tensor.shape];
  return { dtype: 'float32', shape, encoding: 'u8-affine', scale, offset, data: base64(bytes) };
}

/** The inputs of a graph in golden cases: drawn pictures, invented rows or sounds. */
function questions(manifest: ModelManifest): { name: string; given: GoldenTensor }[] {
  if (manifest.kind === 'tabular-classifier') {
    return goldenRows(manifest).map(({ name, rows }) => ({ name, given: encode(name, rows) }));
  }
  if (!isImageManifest(manifest)) {
    return goldenSounds(manifest).map(({ name, sound }) => ({ name, given: encode(name, sound) }));
  }
  const { input } = manifest;
  return goldenPictures(input).map(({ name, greys }) => ({
    name,
    given: encodeInput(greys, input),
  }));
}

/**
 * Golden cases with what a session answers to drawn pictures or made-up rows.
 *
 * @param outputs names of the tensors to be compared later
 * @throws TypeError when an output is missing, of another dtype, or not finite
 */
export async function makeGoldenFile(
  session: Session,
  manifest: ModelManifest,
  outputs: readonly string[],
): Promise<GoldenFile> {
  const input = inputTensorName(manifest);
  const cases: GoldenFile['cases'] = [];
  for (const { name, given } of questions(manifest)) {
    const found = await session.run({ [input]: decodeGoldenTensor(given) });
    const expected = outputs.map((output): [string, GoldenTensor] => {
      const tensor = found[output];
      if (tensor === undefined) throw new TypeError(`the graph gives no output ${output}`);
      if (tensor.dtype === 'float32' && !tensor.data.every(Number.isFinite)) {
        throw new TypeError(`the output ${output} holds numbers that are not finite`);
      }
      return [output, encode(output, tensor)];
    });
    cases.push({
      name,
      inputs: { [input]: given },
      outputs: Object.fromEntries(expected),
    });
  }
  return { cases };
}
