import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import type { Daemon } from '../../test/support/daemon.js';
import type { DemoPicture } from './pictures.js';

const ROOT = join(import.meta.dirname, '..', '..');
const OUTPUT = join(ROOT, 'demo-output');

/** A picture with its answer. */
export interface Answered {
  readonly picture: DemoPicture;
  readonly result: ImagingResult;
  /** The text of the answer as received. */
  readonly text: string;
  readonly ms: number;
}

/** Sends a picture over HTTPS; an error ends the demonstration. */
export async function askFor(
  daemon: Daemon,
  key: string,
  picture: DemoPicture,
  more: Record<string, unknown> = {},
): Promise<Answered> {
  const startedAt = performance.now();
  const response = await daemon.request('/v1/imaging', {
    key,
    json: {
      image_data: picture.sent.toString('base64'),
      image_type: picture.imageType,
      modality: picture.modality,
      ...more,
      analysis_options: {
        return_heatmap: true,
        return_probabilities: true,
        measure_structures: picture.imageType === 'chest_xray',
        compare_to_prior: 'prior_analysis_id' in more,
      },
    },
  });
  const ms = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`${picture.name}: ${response.text}`);
  return { picture, result: imagingResult.parse(response.json()), text: response.text, ms };
}

/** Writes a drawing and returns its path for display. */
export function saveDrawing(name: string, png: Buffer): string {
  mkdirSync(OUTPUT, { recursive: true });
  const file = join(OUTPUT, name);
  writeFileSync(file, png);
  return relative(ROOT, file);
}
