import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'scripts', 'train', 'dictation');
const IMPORTS = 'import numpy, scipy';
const PROGRAMS = ['flite', 'festival', 'espeak-ng', 'ffmpeg'];

const python = [join(ROOT, '.cache', 'venv', 'bin', 'python'), 'python3'].find(
  (candidate) => spawnSync(candidate, ['-c', IMPORTS]).status === 0,
);
const absent = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
const missing = [...(python === undefined ? ['numpy and scipy'] : []), ...absent];
const reason = missing.length > 0 ? ` (skipped: no ${missing.join(', ')})` : '';

describe.skipIf(missing.length > 0)(`synthetic speech${reason}`, () => {
  const work = mkdtempSync(join(tmpdir(), 'wardbox-voices-'));
  const texts = join(work, 'texts');
  const sentences = [
    'the patient denies chest pain and vomiting',
    'start aspirin and repeat the ecg',
  ];
  mkdirSync(texts);
  writeFileSync(join(texts, 'dictation.txt'), `${sentences.join('\n')}\n`);
  writeFileSync(join(texts, 'heldout.txt'), 'a wholly different sentence for evaluation\n');
  afterAll(() => rmSync(work, { recursive: true }));

  function synthesise(out: string, ...options: string[]): { rows: string[][]; sound: Buffer } {
    const args = ['synthesise.py', '--texts', texts, '--out', join(work, out), '--clips', '3'];
    execFileSync(python ?? '', ['-B', ...args, '--hours', '0.5', ...options], { cwd: FOLDER });
    const name = options.includes('--held-out') ? 'shard-900' : 'shard-000';
    const table = readFileSync(join(work, out, `${name}.tsv`), 'utf8');
    const [header, ...lines] = table.trimEnd().split('\n');
    expect(header).toBe('offset\tsamples\tvoice\theld_out\tstyle\twords');
    const rows = lines.map((line) => line.split('\t'));
    return { rows, sound: readFileSync(join(work, out, `${name}.npy`)) };
  }

  /** The samples of an .npy file of little-endian int16 (NumPy format 1.0: header length at byte 8). */
  function samples(file: Buffer): Int16Array {
    const start = 10 + file.readUInt16LE(8);
    expect(file.toString('latin1', 10, start)).toContain("'descr': '<i2'");
    const copy = Uint8Array.from(file.subarray(start));
    return new Int16Array(copy.buffer);
  }

  it('writes clips end to end, each loud enough and as long as its words take', () => {
    const { rows, sound } = synthesise('training');
    const heard = samples(sound);
    let end = 0;
    for (const [offset, length, voice, heldOut, style, words] of rows) {
      expect([Number(offset), heldOut, style]).toEqual([end, '0', 'dictation']);
      expect(['flite-rms', 'festival-ked', 'espeak-en-gb-scotland']).not.toContain(voice);
      end += Number(length);
      const clip = heard.subarray(Number(offset), end);
      const pace = (words ?? '').split(' ').length / (clip.length / 16_000);
      expect(pace).toBeGreaterThan(0.9);
      expect(pace).toBeLessThan(5.6);
      expect(clip.reduce((peak, sample) => Math.max(peak, sample), 0)).toBeGreaterThan(1000);
    }
    expect(rows).toHaveLength(3);
    expect(heard).toHaveLength(end);
  });

  it('gives held-out sentences to held-out voices alone, and the same sounds again from the seed', () => {
    const first = synthesise('first', '--held-out');
    const again = synthesise('again', '--held-out');
    expect(again).toEqual(first);
    const voices = new Set(first.rows.map(([, , voice]) => voice));
    for (const voice of voices) {
      expect(['flite-rms', 'festival-ked', 'espeak-en-gb-scotland']).toContain(voice);
    }
    for (const row of first.rows) {
      expect(row[3]).toBe('1');
      expect(row[5]).toMatch(/^(a wholly different sentence for evaluation ?)+$/);
    }
  });
});
