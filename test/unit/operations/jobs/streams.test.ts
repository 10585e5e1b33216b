import { describe, expect, it, vi } from 'vitest';
import type { Feed } from '../../../../src/calls/feed.js';
import { JobStreams } from '../../../../src/operations/jobs/streams.js';
import type { JobEvent, JobStatus } from '../../../../src/store/job.js';

const event = (seq: number, status: JobStatus | null): JobEvent => ({
  seq,
  status,
  progress: 0,
  at: 0,
});

/** Streams of one job, whose events a test adds. */
function setUp(events: JobEvent[] = [event(0, 'queued')]) {
  const revoked = new Set<string>();
  const streams = new JobStreams({
    repository: { eventsAfter: (_, seq) => events.filter((one) => one.seq > seq) },
    inForce: (ownerId) => !revoked.has(ownerId),
    limits: { all: 3, perKey: 2 },
  });
  const listen = (ownerId = 'key_1', after = -1) => {
    const feed = streams.open('job_1', ownerId, after) as Feed;
    const wake = vi.fn();
    feed.watch(wake);
    return { feed, wake };
  };
  return { streams, events, revoked, listen };
}

const ids = (feed: Feed) => feed.take().map(({ id, event: type }) => [id, type]);

describe('JobStreams', () => {
  it('give each event once, and end with the job', () => {
    const { streams, events, listen } = setUp();
    const { feed, wake } = listen();
    expect(ids(feed)).toEqual([[0, 'status']]);
    expect(ids(feed)).toEqual([]);
    events.push(event(1, null), event(2, 'succeeded'));
    streams.announce('job_2');
    expect(wake).not.toHaveBeenCalled();
    streams.announce('job_1');
    expect(wake).toHaveBeenCalledTimes(1);
    expect(feed.ended()).toBe(false);
    expect(ids(feed)).toEqual([
      [1, 'progress'],
      [2, 'status'],
    ]);
    expect(feed.ended()).toBe(true);
  });

  it('open no stream for who has all events of a job that has ended', () => {
    const { streams } = setUp([event(0, 'queued'), event(1, 'failed')]);
    expect(streams.open('job_1', 'key_1', 1)).toBeUndefined();
    expect(streams.open('job_1', 'key_1', 0)?.take()).toHaveLength(1);
  });

  it('refuse more than so many, of one key and of all', () => {
    const { streams, listen } = setUp();
    listen();
    const { feed } = listen();
    expect(() => streams.open('job_1', 'key_1', -1)).toThrow('Too many streams');
    feed.close();
    expect(streams.open('job_1', 'key_1', -1)).toBeDefined();
    listen('key_2');
    listen('key_2');
    expect(() => streams.open('job_1', 'key_3', -1)).toThrow('Too many streams');
  });

  it('cut those of a key that is no longer in force', () => {
    const { streams, revoked, listen } = setUp();
    const [one, two] = [listen('key_1'), listen('key_2')];
    revoked.add('key_1');
    streams.tick();
    expect([one.feed.ended(), two.feed.ended()]).toEqual([true, false]);
    expect(one.feed.take()).toEqual([]);
    expect([one.wake, two.wake].map((wake) => wake.mock.calls.length)).toEqual([1, 1]);
  });

  it('cut all when they close, and any that begins afterwards', () => {
    const { streams, listen } = setUp();
    const { feed, wake } = listen();
    streams.closeAll();
    expect(feed.ended()).toBe(true);
    expect(wake).toHaveBeenCalledTimes(1);
    expect(listen().feed.ended()).toBe(true);
  });
});
