import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../../inference/backends/backend.js';
import { readWhisperSettings } from '../recognition/whisper/settings.js';
import { decoderGolden, encoderGolden } from './sequence-cases.js';

/** The files that golden cases are created from, by an incomplete manifest. */
export interface WhisperDraft {
  readonly input: { readonly mels: number; readonly frames: number };
  readonly weights: string;
  readonly more_graphs: { readonly decoder: { readonly weights: string } };
  readonly settings: Readonly<
    Record<'config' | 'generation' | 'preprocessor' | 'tokenizer', string>
  >;
}

/** Weights may be int8, and each run scales its input again: kernels may round differently. */
const TOLERANCE = 0.3;

const FILES = { encoder: 'golden.json', decoder: 'golden-decoder.json' } as const;

/**
 * Draws golden cases of both graphs of a Whisper package into its folder.
 *
 * @param openGraph opens a graph on the reference backend
 * @returns the manifest with the golden cases
 */
export async function drawWhisperGolden<D extends WhisperDraft>(
  folder: string,
  draft: D,
  openGraph: (path: string) => Promise<Session>,
) {
  const json = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const { settings, input, weights, more_graphs } = draft;
  const read = readWhisperSettings({
    config: await json(settings.config),
    generation: await json(settings.generation),
    preprocessor: await json(settings.preprocessor),
    tokenizer: await json(settings.tokenizer),
  });
  const draw = async (graph: string, name: string, cases: (session: Session) => unknown) => {
    const session = await openGraph(join(folder, graph));
    try {
      await writeFile(join(folder, name), `${JSON.stringify(await cases(session))}\n`);
    } finally {
      await session.release();
    }
  };
  await draw(weights, FILES.encoder, (session) => encoderGolden(session, input));
  await draw(more_graphs.decoder.weights, FILES.decoder, (session) => decoderGolden(session, read));
  const decoder = { file: FILES.decoder, tolerance: { logits: TOLERANCE } };
  return {
    ...draft,
    golden: { file: FILES.encoder, tolerance: { last_hidden_state: TOLERANCE } },
    more_graphs: { ...more_graphs, decoder: { ...more_graphs.decoder, golden: decoder } },
  };
}
