import { newActionName, type RequestOptions, request } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { events, type ServerEvent } from '../../api/events.js';
import type { JobsReadAnswer, TranscribeCreateAnswer } from '../../api/types.js';
import type { World } from '../../state/world.js';

/** Sends a recording as a job, follows it, and goes on after a lost connection. */

export interface TranscribeSettings {
  readonly language: string;
  readonly mode: 'dictation' | 'conversation';
  /** '' for none. */
  readonly specialty: string;
  /** Names and local terms that recognition favours. */
  readonly vocabulary: readonly string[];
}

export interface Recording {
  readonly content: Blob;
  readonly name: string;
}

/** One recording on its way to its text: what is needed to go on where it stopped. */
export interface Transcription {
  readonly world: World;
  readonly recording: Recording;
  readonly settings: TranscribeSettings;
  /** Of the upload: an attempt after a lost connection gets the job of the first. */
  idempotencyKey: string;
  jobId: string | undefined;
  lastEventId: string | undefined;
}

export type Progress =
  | { readonly kind: 'sending' }
  | { readonly kind: 'waiting' }
  /** 0 to 1 */
  | { readonly kind: 'reading'; readonly share: number }
  | { readonly kind: 'reconnecting'; readonly seconds: number };

/** What is done elsewhere; tests put their own in. */
export interface TranscribeTools {
  readonly request: <T>(
    method: 'GET' | 'POST',
    path: string,
    options: RequestOptions,
  ) => Promise<T>;
  readonly events: typeof events;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const TOOLS: TranscribeTools = { request, events, pause };

/** Seconds between attempts to reach the appliance; the last is repeated. */
const PAUSES_S = [1, 2, 4, 8, 15] as const;
/** An upload is not sent again and again by itself: a person decides. */
const MAX_UPLOADS = 3;

export function newTranscription(
  world: World,
  recording: Recording,
  settings: TranscribeSettings,
): Transcription {
  const idempotencyKey = newActionName();
  return { world, recording, settings, idempotencyKey, jobId: undefined, lastEventId: undefined };
}

function formOf({ recording, settings }: Transcription): FormData {
  const { language, mode, specialty, vocabulary } = settings;
  const form = new FormData();
  form.append('language', language);
  form.append('mode', mode);
  form.append('return_entities', 'true');
  if (specialty !== '') form.append('specialty', specialty);
  if (vocabulary.length > 0) form.append('vocabulary', JSON.stringify(vocabulary));
  form.append('audio', recording.content, recording.name);
  return form;
}

/** Whether the way to the appliance was lost, unlike a refusal. */
const isLost = (error: unknown): boolean =>
  // A stream that breaks off is a TypeError to the browser.
  error instanceof ApiError ? error.status === 0 : error instanceof TypeError;
/** The appliance asks to come back later. */
const isBusy = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 503 || error.status === 429);

type Report = (progress: Progress) => void;

async function pauseFor(
  attempt: number,
  { pause }: TranscribeTools,
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  const seconds = PAUSES_S[Math.min(attempt, PAUSES_S.length - 1)] ?? 1;
  report({ kind: 'reconnecting', seconds });
  await pause(seconds * 1000, signal);
}

async function upload(
  transcription: Transcription,
  signal: AbortSignal,
  report: Report,
  tools: TranscribeTools,
): Promise<string> {
  const { world, idempotencyKey } = transcription;
  for (let attempt = 0; ; attempt += 1) {
    report({ kind: 'sending' });
    try {
      const job = await tools.request<JobsReadAnswer>('POST', '/v1/transcribe', {
        world,
        form: formOf(transcription),
        headers: { Prefer: 'respond-async' },
        idempotencyKey,
        signal,
      });
      return job.job_id;
    } catch (error) {
      if (signal.aborted || !isLost(error) || attempt + 1 >= MAX_UPLOADS) throw error;
      await pauseFor(attempt, tools, signal, report);
    }
  }
}

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'expired']);

interface JobEvent {
  readonly status?: string;
  readonly progress?: number;
}

function report(event: ServerEvent, to: Report): boolean {
  const { status, progress = 0 } = JSON.parse(event.data) as JobEvent;
  if (status !== undefined && ENDED.has(status)) return true;
  to(status === 'queued' ? { kind: 'waiting' } : { kind: 'reading', share: progress });
  return false;
}

/** Follows a job to its end, over as many connections as it takes. */
async function follow(
  transcription: Transcription,
  jobId: string,
  signal: AbortSignal,
  to: Report,
  tools: TranscribeTools,
): Promise<JobsReadAnswer> {
  const { world } = transcription;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { lastEventId } = transcription;
      const options = { world, signal, lastEventId };
      for await (const event of tools.events(`/v1/jobs/${jobId}/events`, options)) {
        attempt = 0;
        transcription.lastEventId = event.id ?? transcription.lastEventId;
        if (report(event, to)) break;
      }
      const job = await tools.request<JobsReadAnswer>('GET', `/v1/jobs/${jobId}`, {
        world,
        signal,
      });
      if (ENDED.has(job.status)) return job;
    } catch (error) {
      if (signal.aborted || !(isLost(error) || isBusy(error))) throw error;
    }
    await pauseFor(attempt, tools, signal, to);
  }
}

function answerOf(job: JobsReadAnswer, transcription: Transcription): TranscribeCreateAnswer {
  if (job.status === 'succeeded' && job.result !== undefined) {
    return job.result as unknown as TranscribeCreateAnswer;
  }
  // The next attempt is another job: this one has ended.
  transcription.idempotencyKey = newActionName();
  transcription.jobId = undefined;
  transcription.lastEventId = undefined;
  const { code = job.status, message = '', details, request_id: requestId } = job.error ?? {};
  const { field, issues } = details ?? {};
  throw new ApiError(message, { status: 500, code, field, issues, requestId });
}

/**
 * Turns a recording into text. Called again with the same transcription after a failure, it goes on
 * with what was sent already.
 *
 * @throws ApiError when the appliance refuses it, and when it could not be sent
 */
export async function transcribe(
  transcription: Transcription,
  signal: AbortSignal,
  onProgress: Report,
  tools: TranscribeTools = TOOLS,
): Promise<TranscribeCreateAnswer> {
  transcription.jobId ??= await upload(transcription, signal, onProgress, tools);
  const job = await follow(transcription, transcription.jobId, signal, onProgress, tools);
  return answerOf(job, transcription);
}

/** Stops the work on a recording that is not wanted any more. */
export async function cancel({ world, jobId }: Transcription): Promise<void> {
  if (jobId === undefined) return;
  try {
    await request('DELETE', `/v1/jobs/${jobId}`, { world });
  } catch (error) {
    // It had ended, or it ends by itself.
    if (!(error instanceof ApiError)) throw error;
  }
}
