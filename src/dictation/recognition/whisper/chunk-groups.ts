import type { SpeechChunk } from '../activity/chunk.js';

/** Chunks close together, with the pauses between them. */
export interface ChunkGroup {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  /** Mono, 16 kHz; zeros outside the chunks. */
  readonly samples: Float32Array;
  /** The chunks' positions, in order. */
  readonly speech: readonly { readonly start: number; readonly end: number }[];
}

const RATE = 16_000;
/** Maximum pause within a sentence, seconds. */
const LONGEST_PAUSE = 2;

function joined(chunks: readonly SpeechChunk[]): ChunkGroup | undefined {
  const [first] = chunks;
  if (first === undefined) return undefined;
  const ends = chunks.map(({ start, samples }) => start + samples.length / RATE);
  const end = Math.max(...ends);
  const samples = new Float32Array(Math.round((end - first.start) * RATE));
  for (const chunk of chunks) {
    const at = Math.round((chunk.start - first.start) * RATE);
    samples.set(chunk.samples.subarray(0, samples.length - at), at);
  }
  const speech = chunks.map(({ start }, index) => ({ start, end: ends[index] ?? start }));
  return { start: first.start, end, samples, speech };
}

/**
 * Groups chunks as long as they fit into one window and no long pause is between them: the decoder
 * is better with whole sentences, and each run costs a whole window.
 *
 * @param window seconds; a longer chunk is a group by itself
 */
export async function* stretchesOf(
  chunks: AsyncIterable<SpeechChunk>,
  window: number,
): AsyncIterable<ChunkGroup> {
  let kept: SpeechChunk[] = [];
  for await (const chunk of chunks) {
    const [first] = kept;
    const last = kept.at(-1);
    const fits =
      first !== undefined &&
      last !== undefined &&
      chunk.start - last.end <= LONGEST_PAUSE &&
      chunk.end - first.start <= window;
    if (!fits) {
      const stretch = joined(kept);
      if (stretch !== undefined) yield stretch;
      kept = [];
    }
    kept.push(chunk);
  }
  const rest = joined(kept);
  if (rest !== undefined) yield rest;
}
