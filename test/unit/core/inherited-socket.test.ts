import { describe, expect, it } from 'vitest';
import { inheritedSocket } from '../../../src/core/inherited-socket.js';
import { withoutManager } from '../../../src/core/sd-notify.js';

const PID = 4711;

describe('inheritedSocket', () => {
  it('is the first descriptor when one socket is meant for this process', () => {
    expect(inheritedSocket({ LISTEN_PID: '4711', LISTEN_FDS: '1' }, PID)).toBe(3);
  });

  it.each([
    ['there is none', {}],
    ['the count is nothing', { LISTEN_PID: '4711', LISTEN_FDS: '0' }],
    ['the count is no number', { LISTEN_PID: '4711', LISTEN_FDS: 'one' }],
    ['it is meant for another process', { LISTEN_PID: '4712', LISTEN_FDS: '1' }],
    ['nobody is named', { LISTEN_FDS: '1' }],
  ])('is nothing when %s', (_, env) => {
    expect(inheritedSocket(env, PID)).toBeUndefined();
  });

  it('does not choose among several', () => {
    const env = { LISTEN_PID: '4711', LISTEN_FDS: '2' };
    expect(() => inheritedSocket(env, PID)).toThrow('passes 2 sockets');
  });

  it('is not handed on to children', () => {
    const env = { LISTEN_PID: '4711', LISTEN_FDS: '1', LISTEN_FDNAMES: 'x', PATH: '/bin' };
    expect(withoutManager(env)).toEqual({ PATH: '/bin' });
  });
});
