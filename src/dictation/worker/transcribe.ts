import { invalidField } from '../../core/errors.js';
import { givenUp } from '../../core/refusals.js';
import { openSealedFile, type SealedReader } from '../../core/sealed-file.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { defineModels, type ModelWorker } from '../../inference/model-opener.js';
import { AudioFault } from '../../media/audio/audio-fault.js';
import type { AudioSource } from '../../media/audio/audio-source.js';
import { type AudioStream, openAudio } from '../../media/audio/open-audio.js';
import { accountSpeech } from '../recognition/activity/account.js';
import type { SpeechChunk } from '../recognition/activity/chunk.js';
import { type ActivityDetector, createActivityDetector } from '../recognition/activity/detector.js';
import type { Recogniser, RecognitionSession } from '../recognition/recogniser.js';
import { voicePrint } from '../recognition/voice/voice-print.js';
import { openRecogniser } from './open-recogniser.js';
import type {
  TranscribedSegment,
  TranscribeInput,
  TranscribeOutput,
} from './transcribe-contract.js';

/** Progress of a transcription, and the signal that cancels it. */
export type TaskWatch = Pick<TaskContext, 'signal' | 'onProgress'>;

interface WatchedFile extends AudioSource {
  /** Reports how far the file has been read and stops when the request is aborted. */
  tell(): void;
}

/** Returns the file for the decoder; how far it has been read is the progress. */
function watchedFile(file: SealedReader, { signal, onProgress }: TaskWatch): WatchedFile {
  let furthest = 0;
  const tell = () => {
    if (signal.aborted) throw givenUp();
    onProgress(file.bytes === 0 ? 1 : furthest / file.bytes);
  };
  return {
    tell,
    bytes: file.bytes,
    async read(offset, length) {
      const bytes = await file.read(offset, length);
      furthest = Math.max(furthest, offset + bytes.length);
      tell();
      return bytes;
    },
  };
}

/** Yields the stretches of a recording that may hold speech, as they are decoded. */
async function* chunksOf(
  stream: AudioStream,
  detector: ActivityDetector,
): AsyncGenerator<SpeechChunk> {
  for await (const piece of stream.pieces()) yield* detector.push(piece);
  yield* detector.finish();
}

/** Returns the voice features of a chunk. */
interface Print {
  readonly start: number;
  readonly end: number;
  readonly voice: readonly number[];
}

/**
 * Returns the voice print of the chunk that holds most of a segment: engines choose their own
 * segments.
 */
function printOf(
  { start, end }: Pick<TranscribedSegment, 'start' | 'end'>,
  prints: readonly Print[],
): readonly number[] | undefined {
  let max = 0;
  let found: readonly number[] | undefined;
  for (const print of prints) {
    const shared = Math.min(end, print.end) - Math.max(start, print.start);
    if (shared <= max) continue;
    max = shared;
    found = print.voice;
  }
  return found;
}

async function hear(
  stream: AudioStream,
  input: TranscribeInput,
  listening: RecognitionSession,
  tell: () => void,
) {
  const detector = createActivityDetector();
  const segments: TranscribedSegment[] = [];
  const prints: Print[] = [];
  async function* printed() {
    for await (const chunk of chunksOf(stream, detector)) {
      if (input.style === 'conversation') {
        const { start, end, samples } = chunk;
        prints.push({ start, end, voice: voicePrint(samples) });
      }
      yield chunk;
    }
  }
  for await (const segment of listening.recognise(printed())) {
    tell();
    const voice = printOf(segment, prints);
    segments.push({ ...segment, ...(voice && { voice }) });
  }
  return { segments, ...accountSpeech(detector.intervals(), segments) };
}

/** Warning about phrases of the vocabulary that were not used. */
function unusable(phrases: readonly string[]): string[] {
  if (phrases.length === 0) return [];
  const some = phrases.slice(0, 5).map((phrase) => `"${phrase}"`);
  return [`these phrases of the vocabulary cannot be favoured: ${some.join(', ')}`];
}

/** Warning about passages whose words have no measured times. */
function estimated(segments: readonly TranscribedSegment[]): string[] {
  const spoken = segments.filter(({ words }) => words.length > 0);
  const spread = spoken.filter(({ timing }) => timing === 'interpolated');
  if (spread.length === 0) return [];
  return [`the times of words are estimates in ${spread.length} of ${spoken.length} passages`];
}

/**
 * Transcribes a recording: decodes it piece by piece, finds stretches of speech, and recognises
 * them.
 *
 * @throws AppError `validation_error` on the field when the file cannot be decoded, *
 *   `client_closed_request` when the request was aborted
 */
export async function transcribe(
  input: TranscribeInput,
  model: OpenSpeechModel,
  watch: TaskWatch,
): Promise<TranscribeOutput> {
  const file = await openSealedFile(input.audio);
  try {
    const watched = watchedFile(file, watch);
    const stream = await openAudio(watched, input.limits);
    const listening = model.recogniser.listen(input);
    const { segments, duration, accounting } = await hear(stream, input, listening, watched.tell);
    const { format, codec, sampleRate, channels } = stream.info;
    return {
      model: { id: model.id, backend: model.backend },
      form: model.recogniser.form,
      audio: { format, codec, sampleRate, channels },
      duration,
      segments,
      accounting,
      notes: [...stream.notes(), ...unusable(listening.unsayable), ...estimated(segments)],
    };
  } catch (error) {
    if (error instanceof AudioFault) throw invalidField(input.field, error.message);
    throw error;
  } finally {
    await file.close();
  }
}

/** A speech model with its networks and files. */
export interface OpenSpeechModel {
  readonly id: string;
  readonly recogniser: Recogniser;
  readonly backend: string;
}

const speechModels = defineModels({
  kinds: ['speech-ctc', 'speech-seq2seq'],
  open: async ({ manifest, files, sessions, backend }): Promise<OpenSpeechModel> => {
    const recogniser = await openRecogniser({ manifest, files, sessions });
    return { id: manifest.id, recogniser, backend };
  },
});

export const transcribeTask = defineTask({
  name: 'transcribe',
  lane: 'long',
  models: speechModels,
  async run(input: TranscribeInput, context: TaskContext, worker: ModelWorker) {
    return transcribe(input, worker.model(speechModels, input.modelId), context);
  },
});
