import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../../../src');
const DOOR = 'fhir/upstream/client.ts';
/** An administrator's command that asks the daemon of this machine how it is. */
const WITHIN = 'cli/doctor/ask-daemon.ts';

/** All by which Node lets a program call another machine. */
const CALLS = /\bfetch\(|\bnew WebSocket\b|\bEventSource\b|node:(tls|dgram|http2|dns)\b/;
const HTTP = /^import ([^;]*) from 'node:(?:https?|net)'/gm;
const SERVES =
  /^(type )?(createServer( as \w+)?|Server( as \w+)?|AddressInfo|BlockList|Socket|isIP)$/;

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }));

/** What a file imports of HTTP and sockets beyond what serves or only names a type. */
function imported(text: string): string[] {
  return [...text.matchAll(HTTP)].flatMap(([, names = '']) =>
    names
      .replace(/[{}\s]+/g, ' ')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !SERVES.test(name)),
  );
}

describe('the way out', () => {
  it('is one file, which a configured server of the hospital alone makes use of', () => {
    const calling = files.filter(({ text }) => CALLS.test(text) || imported(text).length > 0);
    expect(calling.map(({ path }) => path).sort()).toEqual([WITHIN, DOOR]);
    const askers = files.filter(({ text }) => text.includes('/ask-daemon.js'));
    const asking = askers.map(({ path }) => path).sort();
    expect(asking).toEqual(['cli/doctor.ts', 'cli/doctor/check.ts']);
    const users = files.filter(({ text }) => /from '\.[^']*\/client\.js'/.test(text));
    const beyond = users.filter(({ path }) => !path.startsWith('fhir/upstream/'));
    expect(beyond.map(({ path }) => path)).toEqual([]);
  });
});
