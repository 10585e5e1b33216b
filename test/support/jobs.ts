import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestAppliance } from './appliance.js';
import { HANG_MS } from './hang.js';
import { base64Of, greyPicture } from './pictures.js';

type Headers = Record<string, string>;

/** As much of a job as tests look at. */
export interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly progress: number;
  readonly attempts: number;
  readonly operation: string;
  readonly created_at: string;
  readonly started_at?: string;
  readonly ended_at?: string;
  readonly expires_at?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly request_id: string };
}

export const LATER = { Prefer: 'respond-async' };

/** A question of the imaging room that the tiny models answer. */
export async function filmQuestion(): Promise<Record<string, unknown>> {
  const image_data = await base64Of(greyPicture(300, 200).png());
  return { image_data, image_type: 'test_pattern', modality: 'DX' };
}

export async function readJob(box: TestAppliance, id: string, headers?: Headers): Promise<Job> {
  const response = await box.get(`/v1/jobs/${id}`, headers);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as Job;
}

/** The job when it has come to its end. */
export async function endOf(box: TestAppliance, id: string, headers?: Headers): Promise<Job> {
  for (const until = performance.now() + HANG_MS; performance.now() < until; ) {
    const job = await readJob(box, id, headers);
    if (!['queued', 'running'].includes(job.status)) return job;
    await sleep(25);
  }
  throw new Error('the job did not end in time');
}

export interface SseEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly job_id: string; readonly status?: string; readonly progress: number };
}

/** The events of a stream, as a client reads them. */
export function eventsIn(text: string): SseEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
      );
      return {
        id: fields.id ?? '',
        event: fields.event ?? '',
        data: JSON.parse(fields.data ?? ''),
      };
    });
}
