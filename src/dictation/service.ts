import { type Clock, isoTime } from '../core/clock.js';
import { newId } from '../core/ids.js';
import type { SealedFile } from '../core/sealed-file.js';
import type { Engine, RunOptions } from '../inference/engine.js';
import type { ClinicalLanguage } from '../patient-record/language/create-clinical-language.js';
import type { OpenLanguage } from '../patient-record/language/open.js';
import { accountFor, meanConfidence, rounded } from './accounting.js';
import { chooseSpeechModel, type ReadySpeechModel } from './choose-model.js';
import { joinWords } from './join-words.js';
import {
  languageModel,
  readEntities,
  readSpokenEntities,
  type SpokenEntities,
} from './read-entities.js';
import type { SpeechStyle } from './recognition/recogniser.js';
import type {
  EntitiesRequest,
  EntitiesResult,
  TranscribeRequest,
  TranscribeResult,
} from './schema.js';
import { findTurns } from './turns/find-turns.js';
import type { TranscribeInput, TranscribeOutput } from './worker/transcribe-contract.js';
import type { DoseRange, WrittenText } from './written/spoken.js';
import { writeUp } from './written/write-up.js';

/** What is known of medicines, as far as writing them needs it. */
export interface DrugWords {
  /** Brand names in lower case. */
  readonly brands: ReadonlySet<string>;
  usualDose(drug: string): DoseRange | undefined;
}

export interface TranscribeParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly limits: { readonly seconds: number };
  /** Nothing where no package of clinical language can be used. */
  readonly language: () => OpenLanguage | undefined;
  readonly drugs: () => DrugWords | undefined;
}

export type TranscriptionCaller = RunOptions & { readonly signal: AbortSignal };

export interface TranscribeService {
  /** @throws AppError when no model can serve the request, before the recording is read */
  check(request: TranscribeRequest): void;
  transcribe(
    request: TranscribeRequest,
    audio: SealedFile,
    caller: TranscriptionCaller,
  ): Promise<TranscribeResult>;
  readEntities(request: EntitiesRequest): EntitiesResult;
}

type NotAssessed = TranscribeResult['not_assessed'];
type Entities = SpokenEntities & Pick<TranscribeResult, 'models'>;

const NO_LANGUAGE = 'no package of clinical language is available';

/** Who names a specialty speaks its language; in a dictation of any kind there is more prose. */
const styleOf = ({ mode, specialty }: TranscribeRequest): SpeechStyle =>
  mode === 'dictation' && specialty !== 'general' ? 'specialty' : mode;

function write(
  { segments, form }: TranscribeOutput,
  { language, mode }: TranscribeRequest,
  drugs: DrugWords | undefined,
  clinical: ClinicalLanguage | undefined,
): WrittenText {
  if (form === 'written') return joinWords(segments);
  return writeUp(segments, {
    locale: language,
    mode,
    ...(drugs && { brands: drugs.brands, doseRange: drugs.usualDose }),
    ...(clinical && mode === 'dictation' && { clauseLimits: clinical.clauseLimits }),
  });
}

/** What a client should know of the recording before it trusts the text. */
function remarks({ notes, accounting }: TranscribeOutput, written: WrittenText): string[] {
  const sentence = (note: string) => `About the recording: ${note}.`;
  return [
    ...notes.map(sentence),
    ...(written.words.length === 0 ? [sentence('no words could be recognised')] : []),
    ...(accounting.rejected > accounting.transcribed && written.words.length > 0
      ? [sentence('most of its sound is not speech that could be understood')]
      : []),
    ...written.warnings,
  ];
}

/** Segments with their speakers, where the voices can be distinguished. */
function segmentsOf(
  output: TranscribeOutput,
  written: WrittenText,
  { mode }: TranscribeRequest,
): { segments: TranscribeResult['segments']; notAssessed: NotAssessed } {
  const plain = { segments: [...written.segments], notAssessed: [] };
  if (mode === 'dictation') return plain;
  const turns = findTurns(output.segments, written.segments);
  if ('reason' in turns) {
    return { ...plain, notAssessed: [{ what: 'speakers', reason: turns.reason }] };
  }
  return { segments: [...turns.segments], notAssessed: [] };
}

const wordsOf = ({ words }: WrittenText): TranscribeResult['words'] =>
  words
    .filter(({ spoken, kind }) => spoken.length > 0 && kind !== 'layout')
    .map(({ text, spoken, start, end, confidence }) => ({
      text,
      spoken: spoken.join(' '),
      start: rounded(start),
      end: rounded(end),
      confidence: rounded(confidence),
    }));

type EntityAnswer = Entities & Pick<TranscribeResult, 'not_assessed'>;

/** The entities of a text where the request wants them, or why there are none. */
function entitiesIn(
  written: WrittenText,
  { mode, return_entities }: TranscribeRequest,
  open: OpenLanguage | undefined,
): EntityAnswer {
  const none = { medical_entities: [], unverified: [], models: [], not_assessed: [] };
  if (!return_entities) return none;
  if (open === undefined) {
    return { ...none, not_assessed: [{ what: 'medical_entities', reason: NO_LANGUAGE }] };
  }
  const source = mode === 'conversation' ? 'dialogue' : 'dictation';
  const entities = readSpokenEntities(written, open.made, source);
  return { ...entities, models: [languageModel(open)], not_assessed: [] };
}

/** What an answer follows from besides the request. */
interface Transcription {
  readonly output: TranscribeOutput;
  readonly model: ReadySpeechModel;
  readonly language: OpenLanguage | undefined;
  readonly drugs: DrugWords | undefined;
}

/** The answer for a recording that was transcribed; pure. */
function resultOf(
  { output, model, language, drugs }: Transcription,
  request: TranscribeRequest,
  transcriptionId: string,
  now: number,
): TranscribeResult {
  const written = write(output, request, drugs, language?.made);
  const { segments, notAssessed } = segmentsOf(output, written, request);
  const { models, not_assessed, ...entities } = entitiesIn(written, request, language);
  const { duration, ...accounting } = accountFor(output.duration, output.accounting);
  const { format, codec, sampleRate, channels } = output.audio;
  return {
    transcription_id: transcriptionId,
    text: written.text,
    ...entities,
    confidence_score: meanConfidence(written.words),
    duration,
    created_at: isoTime(now),
    language: request.language,
    words: wordsOf(written),
    segments,
    audio_accounting: accounting,
    audio: { format, codec, sample_rate: sampleRate, channels },
    not_assessed: [...notAssessed, ...not_assessed],
    warnings: remarks(output, written),
    models: [
      { id: model.id, version: model.manifest.version, backend: output.model.backend },
      ...models,
    ],
  };
}

const inputOf = (
  request: TranscribeRequest,
  model: ReadySpeechModel,
  audio: SealedFile,
  maxSeconds: number,
): TranscribeInput => ({
  modelId: model.id,
  audio,
  field: 'audio',
  limits: { maxSeconds },
  vocabulary: request.vocabulary,
  style: styleOf(request),
  language: request.language,
});

export function createTranscribeService(parts: TranscribeParts): TranscribeService {
  const { engine, clock, limits, language, drugs } = parts;
  return {
    check: (request) => void chooseSpeechModel(engine.models(), request),

    async transcribe(request, audio, caller) {
      const model = chooseSpeechModel(engine.models(), request);
      const input = inputOf(request, model, audio, limits.seconds);
      const output = await engine.run('transcribe', input, caller);
      const transcription = { output, model, language: language(), drugs: drugs() };
      return resultOf(transcription, request, newId('tr'), clock());
    },

    readEntities: (request) => readEntities(language(), request, clock),
  };
}
