import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadAnswer } from '../children/load.js';
import type { RunningServer, ServerSetup } from '../children/server.js';
import type { Figure } from '../figure.js';
import { type Child, startChild } from '../processes.js';
import { median, milliseconds, perSecond } from '../statistics.js';

const CONNECTIONS = 32;
const WARM_UP_S = 2;
const ROUND_S = 3;
const ROUNDS = 4;
const TARGET = 0.3;
const BODY = JSON.stringify({ patient_ref: 'p-00017', age: 61, tags: ['frontal', 'upright'] });

interface Round extends LoadAnswer {
  /** Of the server, all its threads. */
  readonly cpuMicrosPerRequest: number;
}

interface Side {
  readonly child: Child;
  readonly server: RunningServer;
  readonly rounds: Round[];
}

async function open(kind: ServerSetup['kind'], folder: string): Promise<Side> {
  const child = startChild('server', openSync(join(folder, `${kind}.log`), 'a'));
  const server = await child.ask<RunningServer>({ setup: { kind, folder } });
  return { child, server, rounds: [] };
}

async function cpuMicros(child: Child): Promise<number> {
  const { user, system } = await child.ask<NodeJS.CpuUsage>({ cpu: true });
  return user + system;
}

async function round(load: Child, { child, server }: Side, seconds: number): Promise<Round> {
  const before = await cpuMicros(child);
  const answer = await load.ask<LoadAnswer>({
    ...server,
    body: BODY,
    connections: CONNECTIONS,
    seconds,
  });
  const spent = (await cpuMicros(child)) - before;
  return { ...answer, cpuMicrosPerRequest: spent / answer.requests };
}

function summary({ rounds }: Side) {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  return {
    perSecond: of((one) => one.perSecond),
    p50Ms: of((one) => one.p50Ms),
    p99Ms: of((one) => one.p99Ms),
    cpuMicrosPerRequest: of((one) => one.cpuMicrosPerRequest),
    rounds,
  };
}

type Summary = ReturnType<typeof summary>;

function report(guarded: Summary, unaudited: Summary, bare: Summary) {
  const share = guarded.perSecond / bare.perSecond;
  const line = (side: Summary) =>
    `${perSecond(side.perSecond)}, p99 ${milliseconds(side.p99Ms)}, ` +
    `${side.cpuMicrosPerRequest.toFixed(0)} µs of CPU a request`;
  return {
    rows: [
      { what: 'guarded, each with its synced audit record', value: line(guarded) },
      { what: 'guarded, without the audit record', value: line(unaudited) },
      { what: 'bare route', value: line(bare) },
      {
        what: 'guarded ÷ bare, requests a second',
        value: `${(share * 100).toFixed(0)} %`,
        target: `≥ ${TARGET * 100} %`,
        met: share >= TARGET,
      },
    ],
    data: { connections: CONNECTIONS, share, guarded, unaudited, bare },
  };
}

export const guarding: Figure = {
  id: 'guarding',
  title: `Guarding overhead, HTTPS, ${CONNECTIONS} connections`,
  async measure({ folder }) {
    const place = folder('guarding');
    const load = startChild('load');
    const guarded = await open('guarded', place);
    const unaudited = await open('unaudited', place);
    const bare = await open('bare', place);
    const sides = [guarded, unaudited, bare];
    try {
      for (const side of sides) await round(load, side, WARM_UP_S);
      for (let i = 0; i < ROUNDS; i += 1) {
        for (const side of sides) side.rounds.push(await round(load, side, ROUND_S));
      }
    } finally {
      await load.end();
      for (const { child } of sides) await child.end();
    }
    return report(summary(guarded), summary(unaudited), summary(bare));
  },
};
