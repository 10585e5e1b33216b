import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tracedCalls } from '../support/traced-addresses.js';

const SRC = join(import.meta.dirname, '..', '..', 'src');

/** The only files that open a connection, and to whom. */
const CALLERS: Readonly<Record<string, string>> = {
  'cli/doctor/ask-daemon.ts': "the daemon's own address, from the command line",
  'cli/models/fetch-file.ts': 'public sources of models, from the command line with internet',
  'console/api/client.ts': 'its own server, in the browser',
  'console/docs/examples.ts': 'nobody: it writes programs for people to copy',
  'core/outbound-client.ts': 'whom one of the following has been configured to call',
};
/** Who has a client for a machine that the configuration names. */
const CONFIGURED: Readonly<Record<string, string>> = {
  'appliance/cds-setup.ts': 'FHIR servers of health records that call CDS Hooks',
  'appliance/webhooks/open-webhooks.ts': 'webhooks of the hospital, with what happens here',
  'fhir/upstream/open.ts': "the hospital's FHIR server",
  'http/oidc/open.ts': "the hospital's identity provider",
  'http/smart/open.ts': 'where clients and issuers of tokens publish their keys',
  'pacs/dicom-web.ts': "the hospital's DICOMweb services",
};
/** Where the processes of a running appliance begin. */
const ENTRIES = [
  'cli/serve.ts',
  'operations/model-worker/worker.ts',
  'appliance/administration/worker.ts',
  'appliance/pacs/worker.ts',
];

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(SRC, path), text: readFileSync(path, 'utf8') }));

const NETWORK =
  /^import (?!type )([^;]*?) from '(?:node:)?(?:http|https|http2|net|tls|dgram|dns)(?:\/promises)?';/gm;
/** What these modules offer that listens or looks, and calls nobody. */
const PASSIVE =
  /^(type \w+( as \w+)?|isIP(v4|v6)?|BlockList|SocketAddress|STATUS_CODES|TLSSocket|createServer( as \w+)?)$/;
const GLOBALS = /(?<![.\w'])(fetch|WebSocket|EventSource|XMLHttpRequest)\(/;
/** Libraries of which a part would fetch models by name. */
const BY_NAME = /from_pretrained|allowRemoteModels|env\.remoteHost/;

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

function namesOf(list: string): string[] {
  const [, inner] = /^\{([\s\S]*)\}$/.exec(list.trim()) ?? [undefined, list];
  return inner!
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function calls(text: string): boolean {
  const code = withoutComments(text);
  const imported = [...code.matchAll(NETWORK)].flatMap(([, list]) => namesOf(list!));
  return imported.some((name) => !PASSIVE.test(name)) || GLOBALS.test(code);
}

const OWN =
  /(?:^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s+)?|import\(|new URL\()'(\.[^']+)'/gm;

/** All files that come along when some are loaded. */
function loadedWith(paths: readonly string[], seen = new Set<string>()): Set<string> {
  for (const path of paths) {
    const text = files.find((file) => file.path === path)?.text;
    if (text === undefined || seen.has(path)) continue;
    seen.add(path);
    const next = [...withoutComments(text).matchAll(OWN)].map(([, name]) => name!);
    loadedWith(
      next.map((name) => join(dirname(path), name).replace(/\.js$/, '.ts')),
      seen,
    );
  }
  return seen;
}

describe('what may open a connection', () => {
  it('is distinguished from listening', () => {
    expect(calls("import { isIP } from 'node:net';")).toBe(false);
    expect(calls("import { createServer as make } from 'node:https';")).toBe(false);
    expect(calls("import type { Socket } from 'node:net';")).toBe(false);
    expect(calls("import { request } from 'node:https';")).toBe(true);
    expect(calls("import net from 'node:net';")).toBe(true);
    expect(calls("import * as dns from 'node:dns/promises';")).toBe(true);
    expect(calls("await fetch('https://192.0.2.1');")).toBe(true);
  });

  it('is what the list above names, and no other file', () => {
    expect(files.length).toBeGreaterThan(100);
    const callers = files.filter(({ text }) => calls(text)).map(({ path }) => path);
    expect(callers.sort()).toEqual(Object.keys(CALLERS).sort());
  });

  it('is, in the running appliance, one file', () => {
    const loaded = loadedWith(ENTRIES);
    for (const part of ['appliance/appliance.ts', 'http/server.ts', 'inference/backends/cpu.ts']) {
      expect(loaded, part).toContain(part);
    }
    const callers = Object.keys(CALLERS).filter((path) => loaded.has(path));
    expect(callers).toEqual(['core/outbound-client.ts']);
  });

  it('is made use of where a configured machine is called, and nowhere else', () => {
    const users = (name: string) =>
      files.filter(({ text }) => text.includes(name)).map(({ path }) => path);
    expect(users('createOutboundClient(').sort()).toEqual(
      ['core/outbound-client.ts', ...Object.keys(CONFIGURED)].sort(),
    );
    const sockets = users('connectOutbound(');
    expect(sockets).toEqual(['core/outbound-client.ts', 'pacs/sender/association.ts']);
    expect(users("/ask-daemon.js'").sort()).toEqual(['cli/doctor.ts', 'cli/models/takeover.ts']);
  });

  it('is given to the libraries that would call by themselves', () => {
    const uses = (call: RegExp) => files.filter(({ text }) => call.test(text));
    const discover = /[^\w](discovery|createRemoteJWKSet|new Configuration)\(/;
    const found = uses(discover);
    expect(found.map(({ path }) => path).sort()).toEqual([
      'http/oidc/discover.ts',
      'http/oidc/remote-keys.ts',
    ]);
    const textOf = (name: string) => found.find(({ path }) => path === `http/oidc/${name}`)?.text;
    expect(textOf('discover.ts')).toContain('[customFetch]: callProvider');
    expect(textOf('remote-keys.ts')).toContain('[customFetch]: (address, { method');
  });

  it('is not a library that loads models by name', () => {
    expect(files.filter(({ text }) => BY_NAME.test(text)).map(({ path }) => path)).toEqual([]);
    const uses = files.flatMap(({ text }) => text.match(/'@xenova\/transformers[^']*'/g) ?? []);
    // The file of the library that decodes tokens; the one that fetches is not among what it is for.
    expect(new Set(uses)).toEqual(new Set(["'@xenova/transformers/src/tokenizers.js'"]));
  });
});

describe('the reading of a trace', () => {
  it('finds whom a call is for', () => {
    const trace = [
      '12 connect(21, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("192.0.2.7")}, 16) = 0',
      '12 connect(3, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH',
      '13 sendto(4, ..., 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20',
      '13 sendmsg(22, {msg_name={sa_family=AF_UNIX, sun_path="/run/notify"}, msg_namelen=110, msg_flags=0}, 0) = 60',
      '14 sendmmsg(21, [{msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("192.0.2.8")}}}], 1, 0) = 1',
      '14 sendmsg(22, {msg_name=NULL, msg_namelen=0, msg_flags=0}, 0) = 60',
      '14 getpeername(25, {sa_family=AF_INET, sin_port=htons(1), sin_addr=inet_addr("127.0.0.1")}, [16]) = 0',
    ].join('\n');
    expect(tracedCalls(trace)).toEqual([
      { call: 'connect', address: 'inet 192.0.2.7:53' },
      { call: 'connect', address: 'inet 2001:db8::1:443' },
      { call: 'sendto', address: 'netlink' },
      { call: 'sendmsg', address: 'unix /run/notify' },
      { call: 'sendmmsg', address: 'inet 192.0.2.8:53' },
    ]);
  });
});
