import { describe, expect, it } from 'vitest';
import { slowClients } from '../../../src/http/slow-clients.js';

const LIMITS = { answerMs: 60_000, answersBytes: 100 };
const client = (connection: string, since: number, bytes: number) => ({ connection, since, bytes });

describe('slowClients', () => {
  it('leaves clients their time while little waits', () => {
    const clients = [client('a', 0, 40), client('b', 1_000, 60)];
    expect(slowClients(clients, LIMITS, 59_999)).toEqual({ slow: [], waitingBytes: 100 });
    expect(slowClients(clients, LIMITS, 60_000)).toEqual({ slow: ['a'], waitingBytes: 60 });
    expect(slowClients(clients, LIMITS, 61_000)).toEqual({ slow: ['a', 'b'], waitingBytes: 0 });
  });

  it('is quicker while too much waits, with the longest first and no more than needed', () => {
    const clients = [client('late', 900, 80), client('first', 0, 30), client('second', 500, 20)];
    expect(slowClients(clients, LIMITS, 1_999)).toEqual({ slow: [], waitingBytes: 130 });
    expect(slowClients(clients, LIMITS, 3_000)).toEqual({ slow: ['first'], waitingBytes: 100 });
  });

  it('never gives more time because too much waits', () => {
    const impatient = { answerMs: 500, answersBytes: 100 };
    expect(slowClients([client('a', 0, 200)], impatient, 500).slow).toEqual(['a']);
    expect(slowClients([client('a', 0, 200)], impatient, 499).slow).toEqual([]);
  });

  it('has nothing to do without clients', () => {
    expect(slowClients([], LIMITS, 1)).toEqual({ slow: [], waitingBytes: 0 });
  });
});
