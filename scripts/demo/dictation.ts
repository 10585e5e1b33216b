import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../../src/cli/output.js';
import { transcribeResult } from '../../src/dictation/schema.js';
import type { Daemon } from '../../test/support/daemon.js';
import { heading, print, printText } from './print.js';

const SAMPLE = join(import.meta.dirname, '..', 'samples', 'dictations', 'ward-round.opus');

const secondsOf = (value: number) => value.toFixed(1);

/** An invented ward round, read by a synthetic voice that the model was not trained on. */
export async function showDictation(daemon: Daemon, key: string): Promise<void> {
  heading('A dictation: an invented man of 67, read by a synthetic voice');
  const body = new FormData();
  body.append('audio', new Blob([new Uint8Array(readFileSync(SAMPLE))]), 'ward-round.opus');
  body.append('return_entities', 'true');
  body.append('language', 'en-US');
  const startedAt = performance.now();
  const response = await daemon.request('/v1/transcribe', { key, body });
  const ms = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(response.text);
  const result = transcribeResult.parse(response.json());
  if (result.text === '') throw new Error('no words were made out');
  printText(result.text);
  print();
  const rows = result.medical_entities.map(({ text, type, assertion, normalized }) => [
    text,
    type,
    assertion,
    normalized?.name ?? '',
  ]);
  print(table(['ENTITY', 'TYPE', 'ASSERTION', 'MEANING'], rows));
  for (const { text, type, reason } of result.unverified) {
    printText(`To be verified: "${text}" (${type}). ${reason}`);
  }
  const { transcribed, silence, rejected } = result.audio_accounting;
  printText(
    `${secondsOf(result.duration)} s of sound in ${secondsOf(ms / 1_000)} s: ` +
      `${secondsOf(transcribed)} s transcribed, ${secondsOf(silence)} s of silence, ` +
      `${secondsOf(rejected)} s rejected; confidence ${result.confidence_score.toFixed(2)}.`,
  );
  for (const warning of result.warnings) printText(`Warning: ${warning}`);
}
