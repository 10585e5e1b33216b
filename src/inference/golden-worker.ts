import { readFile } from 'node:fs/promises';
import { messageOf } from '../core/errors.js';
import { createCpuBackend } from './backends/cpu.js';
import type { GoldenAnswer, GoldenQuestion } from './draw-golden.js';
import { drawWhisperGolden } from './golden/draw-whisper.js';

// The entry of a process that draws golden cases from graphs that were just fetched, and ends.

const openGraph = async (path: string) =>
  createCpuBackend().open(await readFile(path), { threads: 0 });

process.once('message', async ({ folder, draft }: GoldenQuestion) => {
  const answer: GoldenAnswer = await drawWhisperGolden(folder, draft, openGraph).then(
    (manifest) => ({ manifest: { ...manifest } }),
    (error: unknown) => ({ fault: messageOf(error) }),
  );
  process.send?.(answer, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
