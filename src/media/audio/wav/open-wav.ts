import type { AudioWarnings } from '../audio-warnings.js';
import type { ByteReader } from '../byte-reader.js';
import type { PcmSource } from '../pcm.js';
import { deinterleave } from './samples.js';
import { readWavHeader, type WavHeader } from './wav-header.js';

const BLOCK = 192 * 1024;

/** Bytes of samples in the file, independent of its header. */
function present(header: WavHeader, size: number, trouble: AudioWarnings): number {
  const there = Math.max(0, size - header.start);
  if (header.dataBytes !== null && header.dataBytes > there) trouble.truncated();
  return Math.min(there, header.dataBytes ?? there);
}

function codecName({ coding, width }: WavHeader['format']): string {
  if (coding === 'a-law') return 'A-law';
  if (coding === 'mu-law') return 'mu-law';
  return `${coding === 'float' ? 'float' : 'PCM'} ${8 * width} bit`;
}

/**
 * RIFF/RF64 WAVE with PCM of 8 to 32 bits, float or G.711.
 * @throws AudioFault when the header is not supported.
 */
export async function openWav(reader: ByteReader, trouble: AudioWarnings): Promise<PcmSource> {
  const header = await readWavHeader(reader);
  const { sampleRate, channels, format } = header;
  const stride = format.width * channels;
  return {
    info: { format: 'WAV', codec: codecName(format), sampleRate, channels },
    async *blocks() {
      let left = present(header, reader.size, trouble);
      reader.seek(header.start);
      const step = Math.max(1, Math.floor(BLOCK / stride)) * stride;
      while (left >= stride) {
        const bytes = await reader.take(Math.min(step, left));
        if (bytes.length < stride) {
          trouble.truncated();
          return;
        }
        left -= bytes.length;
        yield { rate: sampleRate, channels: deinterleave(bytes, format, channels) };
      }
      if (left > 0) trouble.truncated();
    },
  };
}
