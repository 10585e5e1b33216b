import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/console/api/errors.js';
import type { ServerEvent } from '../../../src/console/api/events.js';
import {
  newTranscription,
  type Progress,
  type TranscribeTools,
  transcribe,
} from '../../../src/console/pages/dictate/transcribe.js';

const RESULT = { transcription_id: 'tr_1', text: 'Pain.' };
const lost = () => new ApiError('', { status: 0, code: 'not_reached' });
const busy = () => new ApiError('Busy.', { status: 503, code: 'overloaded', retryAfter: 5 });
const event = (id: string, data: unknown): ServerEvent => ({
  ...{ id, event: 'status' },
  data: JSON.stringify(data),
});
const DONE = [event('9', { status: 'succeeded', progress: 1 })];

interface Script {
  /** What each upload does. */
  readonly uploads?: readonly (Error | undefined)[];
  /** What each connection to the events gives; an error breaks it off. */
  readonly streams?: readonly (readonly (ServerEvent | Error)[])[];
  readonly job?: Readonly<Record<string, unknown>>;
}

function play({ uploads = [], streams = [DONE], job = {} }: Script) {
  const seen = { keys: [] as (string | undefined)[], since: [] as (string | undefined)[] };
  const pauses: number[] = [];
  const progress: Progress[] = [];
  const tools: TranscribeTools = {
    async request<T>(
      method: string,
      _path: string,
      options: { idempotencyKey?: string | undefined },
    ) {
      if (method === 'POST') {
        const error = uploads[seen.keys.length];
        seen.keys.push(options.idempotencyKey);
        if (error !== undefined) throw error;
        return { job_id: 'job_1' } as T;
      }
      return { status: 'succeeded', result: RESULT, ...job } as T;
    },
    async *events(_path, { lastEventId }) {
      const steps = streams[seen.since.length] ?? DONE;
      seen.since.push(lastEventId);
      for (const step of steps) {
        if (step instanceof Error) throw step;
        yield step;
      }
    },
    pause: async (ms) => void pauses.push(ms),
  };
  const settings = { language: 'en-GB', mode: 'dictation', specialty: '', vocabulary: [] } as const;
  const order = newTranscription('test', { content: new Blob(['x']), name: 'x.wav' }, settings);
  const run = () =>
    transcribe(order, new AbortController().signal, (step) => progress.push(step), tools);
  return { ...seen, order, pauses, progress, run };
}

describe('a recording on its way to its text', () => {
  it('is sent, followed and answered', async () => {
    const streams = [[event('0', { status: 'queued' }), event('1', { progress: 0.4 }), ...DONE]];
    const { run, progress } = play({ streams });
    expect(await run()).toEqual(RESULT);
    expect(progress).toEqual([
      { kind: 'sending' },
      { kind: 'waiting' },
      { kind: 'reading', share: 0.4 },
    ]);
  });

  it('is sent again under the same name after a lost connection', async () => {
    const { run, keys, pauses } = play({ uploads: [lost(), lost()] });
    expect(await run()).toEqual(RESULT);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(pauses).toEqual([1_000, 2_000]);
  });

  it('waits for a person when it cannot be sent, and goes on under the same name', async () => {
    const script = play({ uploads: [lost(), lost(), lost()] });
    await expect(script.run()).rejects.toThrow(ApiError);
    expect(await script.run()).toEqual(RESULT);
    expect(new Set(script.keys).size).toBe(1);
  });

  it('is not sent again by itself when the appliance refuses it', async () => {
    const { run, keys } = play({ uploads: [busy()] });
    await expect(run()).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    expect(keys).toHaveLength(1);
  });

  it('is followed from the last event on, over as many connections as it takes', async () => {
    const streams = [
      [event('3', { progress: 0.2 }), new TypeError('network error')],
      [busy()],
      [event('4', { progress: 0.5 }), lost()],
      DONE,
    ];
    const { run, since, pauses, progress } = play({ streams });
    expect(await run()).toEqual(RESULT);
    expect(since).toEqual([undefined, '3', '3', '4']);
    expect(pauses).toEqual([1_000, 2_000, 1_000]);
    expect(progress).toContainEqual({ kind: 'reconnecting', seconds: 2 });
  });

  it('stops at the end of a session, and goes on with the same job', async () => {
    const ended = new ApiError('', { status: 401, code: 'no_session' });
    const script = play({ streams: [[ended]] });
    await expect(script.run()).rejects.toBe(ended);
    expect(script.order.jobId).toBe('job_1');
    expect(await script.run()).toEqual(RESULT);
    expect(script.keys).toHaveLength(1);
  });

  it('that failed is another job when it is sent again', async () => {
    const error = { code: 'bad_audio', message: 'Not a recording.', request_id: 'req_1' };
    const job = { status: 'failed', result: undefined, error: { ...error, details: {} } };
    const script = play({ job });
    await expect(script.run()).rejects.toMatchObject({
      ...{ code: 'bad_audio', message: 'Not a recording.', requestId: 'req_1' },
    });
    await expect(script.run()).rejects.toThrow(ApiError);
    expect(new Set(script.keys).size).toBe(2);
  });
});
