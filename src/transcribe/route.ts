import { type Operation, postOperation, uploadOperation } from '../operations/operation.js';
import {
  type EntitiesRequest,
  type EntitiesResult,
  entitiesRequest,
  entitiesResult,
  transcribeRequest,
  transcribeResult,
} from './schema.js';
import type { TranscribeService } from './service.js';

export interface TranscribeBodyLimits {
  readonly audioBytes: number;
  readonly textBytes: number;
}

/** Has a long text read where it holds up nobody; nothing for what is read on the spot. */
export type ReadEntitiesElsewhere = (
  request: EntitiesRequest,
  signal: AbortSignal,
) => Promise<EntitiesResult> | undefined;

export function transcribeOperations(
  service: TranscribeService,
  limits: TranscribeBodyLimits,
  elsewhere: ReadEntitiesElsewhere = () => undefined,
): Operation[] {
  return [
    uploadOperation({
      path: '/transcribe',
      operationId: 'transcribe.create',
      summary: 'Write down a recording',
      description:
        'Turns a dictation or a conversation into clinical text: numbers, doses and units as they ' +
        'are written, every word with its time and confidence, clinical entities where they are ' +
        'asked for. Silence, noise and music give no words; `audio_accounting` says what became ' +
        'of every second.',
      scope: 'transcribe',
      fileField: 'audio',
      fileDescription:
        'The recording: WAV, FLAC, MP3, Ogg (Opus, Vorbis) or WebM (Opus), told by its content.',
      request: transcribeRequest,
      response: transcribeResult,
      bodyLimitBytes: limits.audioBytes,
      precheck: (_call, request) => service.check(request),
      async handle(call, request, audio) {
        const result = await service.transcribe(request, audio, call);
        return {
          body: result,
          audit: { result_id: result.transcription_id, models: result.models },
        };
      },
    }),
    postOperation({
      path: '/entities',
      operationId: 'entities.create',
      summary: 'Find clinical entities in text',
      description:
        'Reads text that is already written (a note, a letter, a report, a dialogue) and answers ' +
        'with its symptoms, findings, conditions, medications, procedures, anatomy, laboratory ' +
        'tests and measurements, each with its place, whether it is present, absent, possible, ' +
        'historical, of the family or hypothetical, and the words that say so.',
      scope: 'transcribe',
      request: entitiesRequest,
      response: entitiesResult,
      bodyLimitBytes: limits.textBytes,
      async handle(call, request) {
        const result = await (elsewhere(request, call.signal) ?? service.readEntities(request));
        return { body: result, audit: { models: result.models } };
      },
    }),
  ];
}
