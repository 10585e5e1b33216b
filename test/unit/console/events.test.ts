import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader, type ServerEvent } from '../../../src/console/api/events.js';

const STREAM =
  'retry: 2000\n\n:\n\nid: 1\nevent: progress\ndata: {"progress":0.5}\n\nid: 2\ndata: a\ndata: b\n\n';
const EVENTS: ServerEvent[] = [
  { id: '1', event: 'progress', data: '{"progress":0.5}' },
  { id: '2', event: 'message', data: 'a\nb' },
];

describe('the reader of server-sent events', () => {
  it('reads names, ids and data of several lines, and passes over comments', () => {
    expect(createEventReader()(STREAM)).toEqual(EVENTS);
  });

  it('reads the same however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(STREAM.length)), (cuts) => {
        const read = createEventReader();
        const places = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
        const events = places.slice(1).flatMap((end, i) => read(STREAM.slice(places[i] ?? 0, end)));
        expect(events).toEqual(EVENTS);
      }),
    );
  });

  it('keeps what is not complete for the next piece', () => {
    const read = createEventReader();
    expect(read('data: half')).toEqual([]);
    expect(read('\n\n')).toEqual([{ id: undefined, event: 'message', data: 'half' }]);
  });
});
