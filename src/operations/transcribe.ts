import { formOf } from '../calls/form.js';
import { type Operation, postOperation } from '../calls/operation.js';
import {
  type EntitiesRequest,
  type EntitiesResult,
  entitiesRequest,
  entitiesResult,
  transcribeRequest,
  transcribeResult,
} from '../dictation/schema.js';
import type { TranscribeService } from '../dictation/service.js';

export interface TranscribeBodyLimits {
  readonly audioBytes: number;
  readonly textBytes: number;
}

/** Reads a long text outside the main thread; undefined for a text short enough to read directly. */
export type ReadEntitiesInThread = (
  request: EntitiesRequest,
  signal: AbortSignal,
) => Promise<EntitiesResult> | undefined;

export function transcribeOperations(
  service: TranscribeService,
  limits: TranscribeBodyLimits,
  elsewhere: ReadEntitiesInThread = () => undefined,
): Operation[] {
  return [
    postOperation({
      path: '/transcribe',
      operationId: 'transcribe.create',
      summary: 'Transcribe a recording',
      description:
        'Turns a dictation or a conversation into clinical text: numbers, doses and units as they ' +
        'are written, every word with its time and confidence, and clinical entities on request. ' +
        'Silence, noise and music give no words; `audio_accounting` accounts for every second.',
      scope: 'transcribe',
      example: { return_entities: true },
      form: formOf({
        fields: transcribeRequest,
        files: {
          audio: {
            count: 'one',
            description:
              'The recording: WAV, FLAC, MP3, Ogg (Opus, Vorbis) or WebM (Opus), recognised by its content.',
          },
        },
        input: (request, { audio: [audio] }) => ({ ...request, audio }),
      }),
      response: transcribeResult,
      bodyLimitBytes: limits.audioBytes,
      takesMinutes: true,
      precheck: (_call, request) => service.check(request),
      async handle(call, { audio, ...request }) {
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
        'Reads written text (a note, a letter, a report, a dialogue) and answers ' +
        'with its symptoms, findings, conditions, medications, procedures, anatomy, laboratory ' +
        'tests and measurements, each with its offsets, its assertion (present, absent, possible, ' +
        'historical, family or hypothetical) and the words that the assertion follows from.',
      scope: 'transcribe',
      request: entitiesRequest,
      example: { text: 'Denies fever. Metformin 500 mg twice daily for type 2 diabetes.' },
      response: entitiesResult,
      bodyLimitBytes: limits.textBytes,
      async handle(call, request) {
        const result = await (elsewhere(request, call.signal) ?? service.readEntities(request));
        return { body: result, audit: { models: result.models } };
      },
    }),
  ];
}
