import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { wav } from '../../../test/support/recordings.js';
import type { SpeechTimes } from '../children/speech.js';
import type { Bench, Figure, Row } from '../figure.js';
import { startChild } from '../processes.js';
import { spokenSamples } from '../spoken.js';
import { median, milliseconds } from '../statistics.js';

const below = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const MODELS = [
  { what: 'CTC, dictation-en', dir: below('models/dictation-en'), target: 25 },
  // Of Whisper's shape, but far smaller than any that is published: what it shows is the way of the
  // data through windows, encoder, decoder and its cache.
  { what: 'Whisper’s shape, digits', dir: below('test/fixtures/speech-models/whisper-digits') },
];

const MINUTE = 60;
const LENGTHS = [MINUTE, 13 * MINUTE];
const ROUNDS = 3;
const RATE = 16_000;

/** The repeated sample, as a WAV file of the given length in seconds. */
function makeRecordings(bench: Bench, spoken: Float32Array): string[] {
  const folder = bench.folder('recordings');
  return LENGTHS.map((seconds) => {
    const samples = Float32Array.from(
      { length: seconds * RATE },
      (_, i) => spoken[i % spoken.length] ?? 0,
    );
    const file = `${folder}/${seconds}.wav`;
    writeFileSync(file, wav(samples));
    return file;
  });
}

function openSides() {
  const threadCounts = [...new Set([1, availableParallelism()])];
  return MODELS.flatMap((model) =>
    threadCounts.map((threads) => ({ ...model, threads, child: startChild('speech') })),
  );
}

type Side = ReturnType<typeof openSides>[number];

/** Each side once with the short recording, to warm up, then in turns. */
async function measure(sides: readonly Side[], files: readonly string[]) {
  const [short = ''] = files;
  for (const { child, dir, threads } of sides) {
    await child.ask({ open: { dir, threads } });
    await child.ask({ file: short });
  }
  const found = sides.map(() => files.map((): SpeechTimes[] => []));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { child }] of sides.entries()) {
      for (const [length, file] of files.entries()) {
        // The long one once is enough: it is thirteen short ones.
        if (length > 0 && round > 0) continue;
        found[at]?.[length]?.push(await child.ask<SpeechTimes>({ file }));
      }
    }
  }
  return found;
}

function rowOf({ what, threads, target }: Side, times: readonly SpeechTimes[]): Row {
  const speed = median(times.map(({ seconds, tookMs }) => (1_000 * seconds) / tookMs));
  const first = median(times.map(({ firstMs }) => firstMs));
  const peak = Math.max(...times.map(({ peakBytes }) => peakBytes));
  const minutes = Math.round((times[0]?.seconds ?? 0) / MINUTE);
  const wanted = threads > 1 ? target : undefined;
  return {
    what: `${what}, ${minutes} min, ${threads} thread${threads === 1 ? '' : 's'}`,
    value:
      `${speed.toFixed(1)}× real time, first words after ${milliseconds(first)}, ` +
      `${Math.round(peak / 2 ** 20)} MiB`,
    ...(wanted !== undefined && { target: `≥ ${wanted}×`, met: speed >= wanted }),
  };
}

export const transcription: Figure = {
  id: 'transcription',
  title: 'Recordings written down: speed, first words, peak memory of the process',
  async measure(bench) {
    const files = makeRecordings(bench, await spokenSamples());
    const sides = openSides();
    try {
      const found = await measure(sides, files);
      const rows = sides.flatMap((side, at) =>
        (found[at] ?? []).map((times) => rowOf(side, times)),
      );
      const data = sides.map(({ what, threads }, at) => ({ what, threads, times: found[at] }));
      return { rows, data: { runs: data } };
    } finally {
      for (const { child } of sides) await child.end();
    }
  },
};
