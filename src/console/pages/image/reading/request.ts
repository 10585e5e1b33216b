import { request } from '../../../api/client.js';
import { ApiError } from '../../../api/errors.js';
import { events } from '../../../api/events.js';
import type { ImagingCreateAnswer, ImagingCreateForm, JobsReadAnswer } from '../../../api/types.js';
import type { World } from '../../../state/world.js';
import { text } from '../../../text/en.js';
import type { Slice } from '../files/series.js';

/** What a person says of the image beside the file. */
export interface Question {
  readonly imageType: string;
  readonly modality: string;
  readonly age: number | undefined;
  readonly gender: string | undefined;
  readonly clinicalQuestion: string;
  readonly measures: boolean;
  /** An earlier image, or the id of an earlier analysis. */
  readonly prior: Slice | string | undefined;
}

/** From this size on the image is read as a job: a lost connection does not lose it. */
const JOB_BYTES = 24 * 1024 * 1024;

type FormFields = Omit<ImagingCreateForm, 'image' | 'prior_image_data'>;

/** The fields of the form, but for the files. */
export function formFields(question: Question, frame: number | undefined): FormFields {
  const { imageType, modality, age, gender, clinicalQuestion, measures, prior } = question;
  const context = {
    ...(age !== undefined && { age }),
    ...(gender !== undefined && { gender }),
    ...(clinicalQuestion.trim() !== '' && { clinical_question: clinicalQuestion.trim() }),
  };
  return {
    image_type: imageType,
    modality,
    ...(frame !== undefined && { frame }),
    ...(typeof prior === 'string' && { prior_analysis_id: prior }),
    ...(Object.keys(context).length > 0 && { patient_context: context }),
    analysis_options: {
      measure_structures: measures,
      compare_to_prior: prior !== undefined,
      return_heatmap: true,
      return_outlines: true,
      return_probabilities: true,
    },
  };
}

/** A form with these fields and files: objects are JSON, the files go as they are. */
export function formWith(
  fields: FormFields,
  images: readonly Blob[],
  prior: Blob | undefined,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  // The name of a file may be that of a patient: the appliance needs none.
  for (const image of images) form.append('image', image, 'image');
  if (prior !== undefined) form.append('prior_image_data', prior, 'image');
  return form;
}

const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** A browser says of a file that was moved or changed since it was chosen only that it sent nothing. */
async function sendFiles<T>(files: readonly Blob[], send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isSilent = error instanceof ApiError && error.code === 'not_reached';
    if (!isSilent || (await Promise.all(files.map(isReadable))).every(Boolean)) throw error;
    throw new ApiError(text.image.notReadable, { status: 0, code: 'file_not_readable' });
  }
}

export interface ReadOptions {
  readonly world: World;
  readonly signal: AbortSignal;
  /** The same for repeated attempts at one reading. */
  readonly idempotencyKey: string;
  readonly mayUseJobs: boolean;
  /** 0..1, of a job. */
  readonly onProgress: (progress: number) => void;
}

const HAS_ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'expired']);

interface JobError {
  readonly code?: string;
  readonly message?: string;
}

/** Follows a job to its end; a person who leaves cancels it. */
async function resultOfJob(
  jobId: string,
  { world, signal, onProgress }: ReadOptions,
): Promise<ImagingCreateAnswer> {
  const path = `/v1/jobs/${jobId}`;
  const cancel = () => void request('DELETE', path, { world }).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    let last: string | undefined;
    for (;;) {
      for await (const { id, data } of events(`${path}/events`, {
        world,
        signal,
        lastEventId: last,
      })) {
        last = id ?? last;
        const { progress } = JSON.parse(data) as { progress?: number };
        if (progress !== undefined) onProgress(progress);
      }
      const job = await request<JobsReadAnswer>('GET', path, { world, signal });
      if (job.status === 'succeeded') return job.result as unknown as ImagingCreateAnswer;
      if (HAS_ENDED.has(job.status)) {
        const { code = job.status, message = '' } = (job.error ?? {}) as JobError;
        throw new ApiError(message, { status: 422, code });
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** One image, or all files of a series. */
export interface SentImages {
  readonly files: readonly File[];
  /** Of one file with several, from 1. */
  readonly frame: number | undefined;
}

/**
 * Sends files as they are, and returns what was read in them.
 *
 * @throws ApiError for what the appliance refuses
 */
export async function readImages(
  { files: images, frame }: SentImages,
  question: Question,
  options: ReadOptions,
): Promise<ImagingCreateAnswer> {
  const { prior } = question;
  const earlier = typeof prior === 'object' ? prior.opened.file : undefined;
  const form = formWith(formFields(question, frame), images, earlier);
  const files = earlier === undefined ? images : [...images, earlier];
  const { world, signal, idempotencyKey, mayUseJobs } = options;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const send = <T>(headers: Record<string, string>) =>
    sendFiles(files, () =>
      request<T>('POST', '/v1/imaging', { world, form, headers, signal, idempotencyKey }),
    );
  if (!mayUseJobs || bytes < JOB_BYTES) return send<ImagingCreateAnswer>({});
  const job = await send<{ job_id: string }>({ Prefer: 'respond-async' });
  return resultOfJob(job.job_id, options);
}
