/**
 * Whether a change of the code has changed an answer: `npm run corpus -- --base REVISION [--report FILE]`.
 * Builds the revision in a work tree of its own, starts its daemon beside this one, sends both the same requests
 * (over all operations, errors included, one after the other) and prints each difference but ids, times and amounts of
 * the machine. `--messages` leaves the wording of messages out.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Daemon, startDaemon } from '../../test/support/daemon.js';
import type { WireRequest } from '../fuzz/draft.js';
import type { Sources } from '../fuzz/make.js';
import { prepare, sourcesOf, targetOf } from '../fuzz/run.js';
import { type Sent, send } from '../fuzz/send.js';
import { type Answer, answerOf, differences } from './answer.js';
import { MUST_SUCCEED, makeCorpus } from './requests.js';

const ROOT = join(import.meta.dirname, '..', '..');
const BASE = join(ROOT, '.cache', 'corpus-base');

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    report: { type: 'string' },
    vignettes: { type: 'string', default: '60' },
    lines: { type: 'string', default: '60' },
    damaged: { type: 'string', default: '600' },
    messages: { type: 'boolean', default: false },
  },
});

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** The compiled program of a revision, with the packages that are installed here. */
function buildRevision(revision: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (existsSync(BASE)) git('worktree', 'remove', '--force', BASE);
  git('worktree', 'add', '--quiet', '--detach', BASE, revision);
  symlinkSync(join(ROOT, 'node_modules'), join(BASE, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: BASE, stdio: 'inherit' });
  return BASE;
}

interface Side {
  readonly daemon: Daemon;
  readonly sources: Sources;
  send(request: WireRequest): Promise<Answer>;
}

/** A daemon of the program in a folder, and a function that sends it requests with its own keys. */
async function startSide(folder: string): Promise<Side> {
  const since = new Date();
  const daemon = await startDaemon({
    entry: join(folder, 'dist', 'main.js'),
    config: { models_dir: join(folder, 'models'), rate_limits: { per_minute: 1_000_000 } },
  });
  const sources = await sourcesOf(daemon);
  const target = await targetOf(daemon, 1);
  await prepare(target, sources);
  const run = { url: daemon.url, folder: dirname(daemon.dataDir), since };
  return {
    daemon,
    sources,
    async send(request) {
      const { authorization = '', ...others } = request.headers;
      const own = authorization.replace(
        /KEY-(\d)/,
        (_, at: string) => sources.keys[Number(at)] ?? '',
      );
      const headers = { ...others, ...(authorization !== '' && { authorization: own }) };
      const sent: Sent = await send(target, { ...request, headers });
      return answerOf(sent, run);
    },
  };
}

const MESSAGE = /\.(message|issue|diagnostics|detail)(\.\w+)?: |\.text\.div: /;

async function compare(before: Side, after: Side): Promise<readonly string[]> {
  const requests = makeCorpus(before.sources, {
    vignettes: Number(values.vignettes),
    lines: Number(values.lines),
    damaged: Number(values.damaged),
  });
  const found: string[] = [];
  const counts = new Map<string, number>();
  for (const [at, request] of requests.entries()) {
    const [one, other] = [await before.send(request), await after.send(request)];
    const status = `${one.status}`;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const different = differences({ ...one }, { ...other }).filter(
      (line) => !(values.messages && MESSAGE.test(line)),
    );
    if (request.name === MUST_SUCCEED && !(Number(other.status) < 300)) {
      different.push(`a well-formed request was answered with ${other.status}`);
    }
    if (different.length === 0) continue;
    const body = request.body?.toString('utf8').slice(0, 300) ?? '';
    found.push(`#${at} ${request.method} ${request.target.slice(0, 150)} ${body}`);
    found.push(...different.slice(0, 12).map((line) => `    ${line}`));
  }
  const statuses = [...counts].sort().map(([status, count]) => `${status}: ${count}`);
  say(`${requests.length} requests; ${statuses.join(', ')}`);
  return found;
}

if (values.base === undefined) throw new RangeError('--base REVISION');
const before = await startSide(buildRevision(values.base));
const after = await startSide(ROOT);
try {
  const found = await compare(before, after);
  const changed = found.filter((line) => line.startsWith('#')).length;
  if (values.report !== undefined) writeFileSync(values.report, `${found.join('\n')}\n`);
  else for (const line of found.slice(0, 400)) say(line);
  say(`${changed} answers differ.`);
  if (changed > 0) process.exitCode = 1;
} finally {
  await Promise.all([before.daemon.stop(), after.daemon.stop()]);
  execFileSync('git', ['worktree', 'remove', '--force', BASE], { cwd: ROOT });
}
