import type { Tensor } from './backends/backend.js';
import type { InputManifest } from './schema.js';
import { standardise } from './standardise.js';

/** The greys of one channel as the model was taught to see them. */
function normalised(
  greys: Float32Array,
  { normalisation }: InputManifest,
  channel: number,
): Float32Array {
  switch (normalisation.method) {
    case 'per_image_standard':
      return standardise(greys);
    case 'range': {
      const { low, high } = normalisation;
      return greys.map((grey) => low + (grey / 255) * (high - low));
    }
    case 'mean_std': {
      const mean = normalisation.mean[channel] ?? 0;
      const deviation = normalisation.std[channel] ?? 1;
      return greys.map((grey) => (grey / 255 - mean) / deviation);
    }
  }
}

/**
 * The input of a model: one picture with its greys normalised by the manifest.
 *
 * @param greys width × height values 0..255, row by row
 * @returns float32 [1, channels, height, width], or [1, height, width, channels] for `nhwc`
 */
export function inputTensor(greys: Float32Array, input: InputManifest): Tensor {
  const { width, height, channels, layout } = input;
  const data = new Float32Array(greys.length * channels);
  for (let channel = 0; channel < channels; channel += 1) {
    const plane = normalised(greys, input, channel);
    if (layout === 'nchw') data.set(plane, channel * plane.length);
    else for (const [pixel, value] of plane.entries()) data[pixel * channels + channel] = value;
  }
  const shape = layout === 'nchw' ? [1, channels, height, width] : [1, height, width, channels];
  return { dtype: 'float32', shape, data };
}
