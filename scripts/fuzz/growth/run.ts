import { createRandom } from '../../../src/core/random.js';
import type { Daemon } from '../../../test/support/daemon.js';
import { encode } from '../encode.js';
import { nested } from '../mutate/hostile-values.js';
import { pick } from '../pick.js';
import { prepare, sourcesOf, targetOf } from '../run.js';
import { type Sent, send, type Target } from '../send.js';
import { type TextField, textFields } from './fields.js';
import type { Meter } from './meter.js';
import { GROWERS, type Grower } from './texts.js';

export interface GrowthOptions {
  /** Pairs of a field and a way to grow it; all of them where none is given. */
  readonly pairs?: number;
  readonly seed: number;
  /** Of the longest texts. */
  readonly characters: number;
  onProgress?(done: number, all: number): void;
}

export interface GrowthFinding {
  readonly field: string;
  readonly grower: string;
  readonly why: string;
}

export interface GrowthReport {
  readonly fields: number;
  readonly pairs: number;
  readonly findings: readonly GrowthFinding[];
  /** The longest turn of the event loop of all, in milliseconds on a processor. */
  readonly longestTurnMs: number;
}

/** Maximum time for which other requests may be blocked. */
const MAX_TURN_MS = 200;
/** The factor by which a text of eight times the length may take longer: n log n takes up to ten. */
const TIMES = 8;
const MAX_RATIO = 20;
/** Below this a request costs what every request costs. */
const FLOOR_MS = 25;
const SHORTEST_LARGE = 4_000;
const MAX_MORE_BYTES = 768 * 1024 * 1024;
/** Apparent growth is measured again: a compilation or a garbage collection may have caused it. */
const TRIES = 3;

interface Pair {
  readonly field: TextField;
  readonly grower: Grower;
}

function pairsOf(fields: readonly TextField[], { pairs, seed }: GrowthOptions): Pair[] {
  const all = fields.flatMap((field) => GROWERS.map((grower) => ({ field, grower })));
  if (pairs === undefined) return all;
  const random = createRandom(seed);
  return Array.from({ length: pairs }, () => pick(random, all));
}

interface Bench {
  readonly target: Target;
  readonly key: string;
  readonly meter: Meter;
}

interface Cost {
  readonly sent: Sent;
  readonly cpuMs: number;
}

/** The cost of one request while the daemon has no others. */
async function costOf({ target, key, meter }: Bench, { field, grower }: Pair, characters: number) {
  const draft = field.fill(grower.grow(characters));
  const headers = { ...draft.headers, authorization: `Bearer ${key}` };
  const before = meter.cpuMs();
  const sent = await send(target, encode({ ...draft, headers }, '/v1'));
  return { sent, cpuMs: meter.cpuMs() - before } satisfies Cost;
}

function faultOf(sent: Sent): string | undefined {
  if ('silent' in sent) return `no answer: ${sent.silent}`;
  const { status, text } = sent.reply;
  return status >= 500 ? `${status}: ${text.slice(0, 200)}` : undefined;
}

/** Whether the longer text costs more than its length explains, however often it is looked at. */
async function growth(bench: Bench, pair: Pair, large: number): Promise<string | undefined> {
  let [short, long] = [Infinity, Infinity];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const small = await costOf(bench, pair, Math.max(2, Math.floor(large / TIMES)));
    const big = await costOf(bench, pair, large);
    const fault = faultOf(small.sent) ?? faultOf(big.sent);
    if (fault !== undefined) return fault;
    short = Math.min(short, small.cpuMs);
    long = Math.min(long, big.cpuMs);
    if (long <= MAX_RATIO * Math.max(short, FLOOR_MS)) return undefined;
  }
  return `${large} characters take ${Math.round(long)} ms of computing, an eighth of them ${Math.round(short)}`;
}

async function look(bench: Bench, pair: Pair, most: number): Promise<string | undefined> {
  const { meter } = bench;
  const large = Math.max(2, Math.min(most, pair.field.capacity));
  await meter.longestTurnMs();
  const heldBefore = meter.residentBytes();
  const fault =
    large >= SHORTEST_LARGE
      ? await growth(bench, pair, large)
      : faultOf((await costOf(bench, pair, large)).sent);
  if (fault !== undefined) return fault;
  const more = meter.residentBytes() - heldBefore;
  return more > MAX_MORE_BYTES ? `takes ${Math.round(more / 1e6)} MB of memory` : undefined;
}

/** Every operation with values that nest. */
async function nest(bench: Bench, field: TextField): Promise<string | undefined> {
  const draft = field.fill('a');
  const headers = { ...draft.headers, authorization: `Bearer ${bench.key}` };
  const { content } = draft;
  if (content.kind !== 'json' || typeof content.value !== 'object') return undefined;
  for (const isList of [true, false]) {
    // Deeper than any text of JSON that is written by recursion.
    const value = { ...content.value, nested: nested(2_000, isList) };
    const sent = await send(
      bench.target,
      encode({ ...draft, headers, content: { kind: 'json', value } }, '/v1'),
    );
    const fault = faultOf(sent);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Makes the texts of all operations long, each in every way, and looks at what that costs: no turn of
 * the event loop may be long, no cost may grow faster than its text, and everything is answered. Costs
 * are times on a processor, so that a busy machine makes none of them larger.
 */
export async function growTexts(
  daemon: Daemon,
  meter: Meter,
  options: GrowthOptions,
): Promise<GrowthReport> {
  const sources = await sourcesOf(daemon);
  const target = await targetOf(daemon, 1);
  await prepare(target, sources);
  const bench: Bench = { target, key: sources.keys[0], meter };
  const fields = textFields(sources.samples, sources.document);
  const pairs = pairsOf(fields, options);
  const findings: GrowthFinding[] = [];
  let longestTurnMs = 0;
  const found = (field: TextField, grower: string, why: string | undefined) => {
    if (why !== undefined) findings.push({ field: field.name, grower, why });
  };
  for (const [n, pair] of pairs.entries()) {
    if (daemon.process.exitCode !== null) break;
    found(pair.field, pair.grower.name, await look(bench, pair, options.characters));
    let turn = await meter.longestTurnMs();
    // What is compiled or collected for the first time is not what a text costs.
    for (let again = 1; turn > MAX_TURN_MS && again < TRIES; again += 1) {
      await look(bench, pair, options.characters);
      turn = Math.min(turn, await meter.longestTurnMs());
    }
    longestTurnMs = Math.max(longestTurnMs, turn);
    if (turn > MAX_TURN_MS) {
      found(pair.field, pair.grower.name, `holds up everybody for ${Math.round(turn)} ms`);
    }
    options.onProgress?.(n + 1, pairs.length);
  }
  for (const field of new Map(fields.map((one) => [one.name.split(' ', 2).join(), one])).values()) {
    found(field, 'nesting', await nest(bench, field));
  }
  target.agent.destroy();
  if (daemon.process.exitCode !== null) {
    findings.push({ field: '', grower: '', why: 'the daemon has ended' });
  }
  return { fields: fields.length, pairs: pairs.length, findings, longestTurnMs };
}
