import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { glideSamples } from './audio/glide.js';
import { wavFile } from './audio/wav-file.js';

/** Seconds of each file. */
const LENGTH = 2;
const TARGET = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'audio');

/** Ogg pages of a fifth of a second, so that a lost one leaves most of the file. */
const PAGES = ['-page_duration', '200000'];

/** Name of the file, Hz, channels, and arguments of ffmpeg. */
const FILES: readonly (readonly [string, number, 1 | 2, readonly string[]])[] = [
  ['mono.flac', 16_000, 1, ['-c:a', 'flac', '-sample_fmt', 's16']],
  ['stereo-24-bit.flac', 22_050, 2, ['-t', '1', '-c:a', 'flac', '-sample_fmt', 's32']],
  ['flac.oga', 16_000, 1, ['-c:a', 'flac', '-sample_fmt', 's16', '-f', 'ogg', ...PAGES]],
  ['flac.mka', 16_000, 1, ['-c:a', 'flac', '-sample_fmt', 's16']],
  ['constant.mp3', 44_100, 1, ['-c:a', 'libmp3lame', '-b:a', '48k']],
  ['variable.mp3', 48_000, 2, ['-c:a', 'libmp3lame', '-q:a', '7']],
  ['mpeg-2.mp3', 22_050, 1, ['-c:a', 'libmp3lame', '-b:a', '32k']],
  [
    'bare.mp3',
    16_000,
    1,
    ['-c:a', 'libmp3lame', '-b:a', '32k', '-write_xing', '0', '-id3v2_version', '0'],
  ],
  ['stereo-vorbis.ogg', 44_100, 2, ['-c:a', 'libvorbis', '-q:a', '0', ...PAGES]],
  ['mono-vorbis.ogg', 16_000, 1, ['-c:a', 'libvorbis', '-q:a', '0', ...PAGES]],
  ['mono.opus', 48_000, 1, ['-c:a', 'libopus', '-b:a', '20k', ...PAGES]],
  ['stereo.opus', 48_000, 2, ['-c:a', 'libopus', '-b:a', '32k', ...PAGES]],
  ['opus.webm', 48_000, 1, ['-c:a', 'libopus', '-b:a', '20k']],
  ['live-opus.webm', 48_000, 1, ['-c:a', 'libopus', '-b:a', '20k', '-live', '1']],
  ['vorbis.webm', 44_100, 1, ['-c:a', 'libvorbis', '-q:a', '0']],
  ['refused.m4a', 16_000, 1, ['-t', '0.3', '-c:a', 'aac']],
  ['refused.aac', 16_000, 1, ['-t', '0.3', '-c:a', 'aac', '-f', 'adts']],
  ['refused.mp2', 16_000, 1, ['-t', '0.3', '-c:a', 'mp2', '-b:a', '32k']],
  ['refused.aiff', 16_000, 1, ['-t', '0.1', '-c:a', 'pcm_s16be']],
  ['refused-adpcm.wav', 16_000, 1, ['-t', '0.2', '-c:a', 'adpcm_ms']],
  ['refused-aac.mka', 16_000, 1, ['-t', '0.3', '-c:a', 'aac']],
];

const QUIET = ['-v', 'error', '-y', '-bitexact', '-flags', '+bitexact', '-fflags', '+bitexact'];

/** Both channels contain the signal, the second at half the amplitude. */
function source(rate: number, channels: 1 | 2): Buffer {
  const samples = glideSamples(LENGTH, rate);
  const all = channels === 1 ? [samples] : [samples, samples.map((value) => value / 2)];
  return wavFile(all, { rate, tag: 1, bits: 24 });
}

function encode(): void {
  const folder = mkdtempSync(join(tmpdir(), 'audio-fixtures-'));
  mkdirSync(TARGET, { recursive: true });
  try {
    for (const [name, rate, channels, told] of FILES) {
      const path = join(folder, 'glide.wav');
      writeFileSync(path, source(rate, channels));
      execFileSync('ffmpeg', ['-i', path, ...QUIET, ...told, join(TARGET, name)]);
    }
    const film = ['-f', 'lavfi', '-i', 'testsrc=duration=0.2:size=32x32:rate=5', '-c:v', 'libvpx'];
    execFileSync('ffmpeg', [...film, ...QUIET, join(TARGET, 'refused-video.webm')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

encode();
