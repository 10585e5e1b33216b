import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const RECORDINGS = join(import.meta.dirname, '..', 'fixtures', 'audio');

export const recording = (name: string): Buffer => readFileSync(join(RECORDINGS, name));

/** A WAV file of 16-bit samples. @param samples -1..1, mono */
export function wav(samples: Float32Array, rate = 16_000): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, i) => {
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), i * 2);
  });
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Seconds of nothing at all. */
export const silence = (seconds: number): Buffer => wav(new Float32Array(seconds * 16_000));

/** A form as a client sends it. */
export function audioForm(
  audio: Uint8Array | undefined,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (audio !== undefined) form.append('audio', new Blob([new Uint8Array(audio)]), 'recording');
  return form;
}
