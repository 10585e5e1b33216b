// Transcribes a recording in a separate process, with one model and a given number of threads.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as SealedModule from '../../../src/core/sealed-file.js';
import type * as RecogniserModule from '../../../src/dictation/worker/open-recogniser.js';
import type * as TranscribeModule from '../../../src/dictation/worker/transcribe.js';
import type { OpenSpeechModel } from '../../../src/dictation/worker/transcribe.js';
import type * as CpuModule from '../../../src/inference/backends/cpu.js';
import type * as KindsModule from '../../../src/inference/manifests/kinds.js';
import type * as PackageModule from '../../../src/inference/model-package.js';
import { answerQuestions, residentBytes } from '../processes.js';
import { product } from '../product.js';

export type SpeechQuestion =
  | { readonly open: { readonly dir: string; readonly threads: number } }
  | { readonly file: string };

export interface SpeechTimes {
  readonly seconds: number;
  readonly tookMs: number;
  /** Until the first stretch was written down. */
  readonly firstMs: number;
  readonly words: number;
  /** Of the whole process, at most, so far. */
  readonly peakBytes: number;
}

const { createSealedFile } = await product<typeof SealedModule>('core/sealed-file.js');
const { createCpuBackend } = await product<typeof CpuModule>('inference/backends/cpu.js');
const { loadModelPackage } = await product<typeof PackageModule>('inference/model-package.js');
const { isSpeechManifest } = await product<typeof KindsModule>('inference/manifests/kinds.js');
const { openRecogniser } = await product<typeof RecogniserModule>(
  'dictation/worker/open-recogniser.js',
);
const { transcribe } = await product<typeof TranscribeModule>('dictation/worker/transcribe.js');

let model: OpenSpeechModel | undefined;

async function open(dir: string, threads: number): Promise<void> {
  const { manifest, graph, moreGraphs, files } = await loadModelPackage(dir);
  if (!isSpeechManifest(manifest)) throw new Error(`${manifest.id} does not listen`);
  const backend = createCpuBackend();
  const sessions = new Map([['', await backend.open(graph.weights, { threads })]]);
  for (const [name, { weights }] of moreGraphs) {
    sessions.set(name, await backend.open(weights, { threads }));
  }
  const recogniser = await openRecogniser({ manifest, files, sessions });
  model = { id: manifest.id, recogniser, backend: backend.id };
}

/** The same model, which records the time of its first segment. */
function timed({ recogniser, ...rest }: OpenSpeechModel, note: () => void): OpenSpeechModel {
  return {
    ...rest,
    recogniser: {
      form: recogniser.form,
      listen(options) {
        const listening = recogniser.listen(options);
        return {
          unsayable: listening.unsayable,
          async *recognise(chunks) {
            for await (const segment of listening.recognise(chunks)) {
              note();
              yield segment;
            }
          },
        };
      },
    },
  };
}

async function write(file: string): Promise<SpeechTimes> {
  if (model === undefined) throw new Error('no model is open');
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-bench-'));
  try {
    const writer = createSealedFile(folder);
    await writer.write(readFileSync(file));
    const audio = await writer.finish();
    const startedAt = performance.now();
    let firstMs: number | undefined;
    const asked = {
      modelId: model.id,
      audio,
      field: 'audio',
      limits: { maxSeconds: 14_400 },
      ...({ vocabulary: [], style: 'dictation', language: 'en-US' } as const),
    };
    const note = () => {
      firstMs ??= performance.now() - startedAt;
    };
    const watch = { signal: new AbortController().signal, onProgress: () => undefined };
    const { duration, segments } = await transcribe(asked, timed(model, note), watch);
    return {
      seconds: duration,
      tookMs: performance.now() - startedAt,
      firstMs: firstMs ?? Number.NaN,
      words: segments.reduce((sum, { words }) => sum + words.length, 0),
      peakBytes: residentBytes(process.pid, 'VmHWM') ?? Number.NaN,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

answerQuestions((question: SpeechQuestion) =>
  'open' in question ? open(question.open.dir, question.open.threads) : write(question.file),
);
