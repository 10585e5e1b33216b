import type { Session } from '../../inference/backends/backend.js';
import { logitOf } from '../../inference/calibrate.js';
import { probabilityOf } from '../../inference/outputs.js';
import type { SpeechManifest, SpeechSeq2seqManifest } from '../../inference/schema.js';
import { refuse } from '../../model-packages/refusal.js';
import type { Recogniser } from '../recognition/recogniser.js';
import { createWhisperRecogniser } from '../recognition/whisper/recogniser.js';
import { readWhisperSettings } from '../recognition/whisper/settings.js';
import { createCtcRecogniser } from './ctc-recogniser.js';
import { parsedFile } from './package-file.js';
import { createWhisperSessions } from './whisper-sessions.js';
import { deflatedSize, openWhisperTokenizer } from './whisper-tools.js';

/** A speech model's package with its open networks. */
export interface SpeechParts<M extends SpeechManifest = SpeechManifest> {
  readonly manifest: M;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** By name; the one that `weights` names is `''`. */
  readonly sessions: ReadonlyMap<string, Session>;
}

function sessionOf({ manifest, sessions }: SpeechParts, name: string): Session {
  const session = sessions.get(name);
  if (session === undefined) throw new TypeError(`${manifest.id} has no graph ${name}`);
  return session;
}

async function openWhisper(parts: SpeechParts<SpeechSeq2seqManifest>): Promise<Recogniser> {
  const { manifest, files, sessions } = parts;
  const { config, generation, preprocessor, tokenizer, tokenizer_config } = manifest.settings;
  const read = (name: string): Readonly<Record<string, unknown>> => {
    const content = parsedFile(files, name);
    if (typeof content === 'object' && content !== null) return { ...content };
    throw refuse(name, 'is not an object');
  };
  const settings = readWhisperSettings({
    config: read(config),
    generation: read(generation),
    preprocessor: read(preprocessor),
    tokenizer: read(tokenizer),
  });
  const decoderWithPast = sessions.get('decoder_with_past');
  const networks = createWhisperSessions(
    {
      encoder: sessionOf(parts, ''),
      decoder: sessionOf(parts, 'decoder'),
      ...(decoderWithPast && { decoderWithPast }),
    },
    settings,
  );
  return createWhisperRecogniser({
    settings,
    networks,
    tokenizer: await openWhisperTokenizer(read(tokenizer), read(tokenizer_config)),
    deflatedSize,
    calibrate: (raw) => probabilityOf(logitOf(raw), manifest.confidence, manifest.id),
  });
}

/**
 * Opens the recogniser of a package.
 *
 * @throws AppError `model_unavailable`, RangeError, TypeError: each names the file or field at
 *   fault
 */
export async function openRecogniser(parts: SpeechParts): Promise<Recogniser> {
  const { manifest, files } = parts;
  if (manifest.kind === 'speech-seq2seq') return openWhisper({ ...parts, manifest });
  return createCtcRecogniser({ manifest, files, session: sessionOf(parts, '') });
}
