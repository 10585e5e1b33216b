import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { isUnspecified } from '../../core/addresses.js';
import { messageOf } from '../../core/errors.js';
import { createNetworks } from '../../core/networks.js';
import { shownFingerprint } from '../../core/outbound-client.js';
import type { Destination } from '../../core/sent-object.js';
import { readAuthorities } from '../../http/tls/tls.js';
import type { LoadedConfig } from '../config/load.js';
import { openDestinations, openReportAddresses } from '../pacs/destinations.js';
import { verifyNode } from '../pacs/verify-destinations.js';
import { type Check, type CheckResult, failed, warning, worstOf } from './check.js';
import { kernelTables, listeningAt } from './listeners.js';
import { readServerCertificate, timeFaults } from './tls.js';

type PacsConfig = LoadedConfig['pacs'];
type ConfiguredPeer = PacsConfig['peers'][number];

const PEER_REMEDY = 'correct pacs.peers; see docs/pacs.md';

const baseOf = (network: string): string => network.split('/')[0] ?? network;

/** Whether a node could call as either of two peers: the first one is then taken. */
const overlap = (a: ConfiguredPeer, b: ConfiguredPeer): boolean =>
  a.ae_title === b.ae_title &&
  (b.addresses.map(baseOf).some(createNetworks(a.addresses)) ||
    a.addresses.map(baseOf).some(createNetworks(b.addresses)));

/** Peers that contradict each other, or that another part of the configuration needs and nobody named. */
export function peerFaults({ peers, routes, destinations }: PacsConfig): CheckResult[] {
  if (peers.length === 0) {
    return [warning('It listens, but no node may connect.', 'name the nodes in pacs.peers')];
  }
  const pairs = peers.flatMap((one, index) =>
    peers.slice(index + 1).flatMap((other) => (overlap(one, other) ? [[one, other] as const] : [])),
  );
  const twice = pairs.map(([one, other]): CheckResult => {
    const message = `Two peers are called ${one.ae_title} at the same address`;
    return one.mode === other.mode
      ? warning(`${message}: the first one is taken.`, PEER_REMEDY)
      : failed(`${message}, one with test data and one with live data.`, PEER_REMEDY);
  });
  const fetched = routes.flatMap(({ name, prior }) => {
    const from = destinations.find((one) => one.name === prior?.from);
    if (from?.service !== 'dimse') return [];
    const isPeer = peers.some(
      ({ ae_title, mode }) => ae_title === from.ae_title && mode === from.mode,
    );
    const message = `The route ${name} fetches earlier films from ${from.name}, which may not send any.`;
    return isPeer ? [] : [warning(message, `add ${from.ae_title} to pacs.peers`)];
  });
  return [...twice, ...fetched];
}

/** Opens every file that the part of the configuration names, as a start would. */
function fileFaults(config: LoadedConfig, now: number): CheckResult[] {
  const attempts: readonly (() => unknown)[] = [
    () => openDestinations(config),
    () => openReportAddresses(config),
  ];
  const unread = attempts.flatMap((attempt) => {
    try {
      attempt();
      return [];
    } catch (error) {
      return [failed(messageOf(error), 'correct the file, or run as the user of the daemon')];
    }
  });
  const { peers, destinations, client_ca_file } = config.pacs;
  const authorities = {
    'pacs.client_ca_file': client_ca_file,
    ...Object.fromEntries(peers.map(({ ca_file }, at) => [`pacs.peers.${at}.ca_file`, ca_file])),
    ...Object.fromEntries(
      destinations.map(({ ca_file }, at) => [`pacs.destinations.${at}.ca_file`, ca_file]),
    ),
  };
  const papers = Object.entries(authorities).flatMap(([field, path]) => {
    if (path === undefined) return [];
    try {
      return readAuthorities(path).papers.flatMap((paper) =>
        timeFaults(`An authority of ${field}`, paper, now, `put a new one into ${path}`),
      );
    } catch (error) {
      return [failed(`${field}: ${messageOf(error)}.`, `correct ${field}`)];
    }
  });
  return [...unread, ...papers];
}

/** What is known of the port. */
export interface ListenerFacts {
  readonly port: number;
  readonly daemonUp: boolean;
  /** Addresses on which a process listens at it. */
  readonly listening: readonly string[];
  /** What a C-ECHO came to; undefined where none could be sent, because the box is none of the peers. */
  readonly echo?: { readonly reason?: string };
  /** Whether the certificate is shown that the server has now; undefined without TLS. */
  readonly certificate?: 'same' | 'other' | 'none';
}

/** What the port says. */
export function portFaults(facts: ListenerFacts): CheckResult[] {
  const { port, daemonUp, listening, echo, certificate } = facts;
  if (!daemonUp) {
    if (listening.length === 0) return [];
    const message = `The daemon does not run, but another process listens at port ${port}.`;
    return [failed(message, `see which one: ss -ltnp 'sport = :${port}'; change pacs.port`)];
  }
  if (listening.length === 0) {
    const message = `The daemon runs, but does not listen at port ${port}.`;
    return [failed(message, 'see journalctl -u wardbox; restart: systemctl restart wardbox')];
  }
  if (certificate === 'none') {
    const message = `What listens at port ${port} does not speak TLS.`;
    return [failed(message, `see ss -ltnp 'sport = :${port}'; restart the daemon`)];
  }
  if (certificate === 'other') {
    const message = `Port ${port} shows another certificate than that of the server.`;
    return [failed(message, 'restart the daemon; otherwise another process has the port')];
  }
  if (echo?.reason === undefined) return [];
  const message = `What listens at port ${port} does not answer C-ECHO: ${echo.reason}.`;
  return [failed(message, `see ss -ltnp 'sport = :${port}' and journalctl -u wardbox`)];
}

const CALL_MS = 5_000;

/** An address of this machine at which the listener is called. */
function calledAddress(host: string): string {
  if (!isUnspecified(host)) return host === 'localhost' ? '127.0.0.1' : host;
  return host === '::' ? '::1' : '127.0.0.1';
}

/** A peer as which the box may call itself; others would be refused and counted as intruders. */
function ownPeer({ peers, host }: PacsConfig) {
  const called = calledAddress(host);
  const own = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address),
  );
  if (!own.includes(called)) return undefined;
  const peer = peers.find(({ addresses }) => createNetworks(addresses)(called));
  return peer && { callingAeTitle: peer.ae_title, host: called };
}

async function callListener(config: LoadedConfig, now: number) {
  const { pacs, data_dir } = config;
  const { port = 0, ae_title: aeTitle, tls, client_ca_file } = pacs;
  const own = ownPeer(pacs);
  if (own === undefined) return {};
  const common: Destination = { service: 'dimse', aeTitle, port, ...own };
  if (tls === 'off') return { echo: await verifyNode(common, now) };
  const shown = await shownFingerprint(own.host, port, CALL_MS);
  if (shown === undefined) return { certificate: 'none' } as const;
  const server = readServerCertificate(config);
  if (shown !== server?.fingerprint256) return { certificate: 'other' } as const;
  const caFile = join(data_dir, 'tls', 'ca.crt');
  // A certificate of the hospital need not name an address of this machine, and nobody has one to show here.
  const isCallable = config.server.tls.mode === 'auto' && client_ca_file === undefined;
  if (!isCallable || !existsSync(caFile)) return { certificate: 'same' } as const;
  const ca = readFileSync(caFile, 'utf8');
  return { certificate: 'same', echo: await verifyNode({ ...common, tls: { ca } }, now) } as const;
}

/** Checks that scanners and PACS can connect: the port, its certificate, the peers and their files. */
export const checkDicomListener: Check = async ({ config, now, daemon }) => {
  const { pacs, server } = config;
  const files = fileFaults(config, now);
  const { port } = pacs;
  if (port === undefined) return worstOf(files, 'Off: pacs.port is not set.');
  const faults = [...files, ...peerFaults(pacs)];
  if (port === 0) {
    const message = 'Cannot be called: pacs.port 0 is any free port.';
    return worstOf([...faults, warning(message, 'give pacs.port a number')], '');
  }
  if (daemon.state === 'unknown' || daemon.state === 'strange') {
    return worstOf(faults, `Configured for port ${port}; the daemon cannot be asked.`);
  }
  const listening = listeningAt(port, kernelTables());
  const daemonUp = daemon.state === 'up';
  const called = daemonUp && listening.length > 0 ? await callListener(config, now) : {};
  const certificate = pacs.tls === 'on' ? readServerCertificate(config) : undefined;
  const renewal =
    server.tls.mode === 'files'
      ? 'put a new one at server.tls.cert_file'
      : 'start the daemon: it makes a new one';
  const ends = certificate
    ? timeFaults('The certificate that nodes are shown', certificate, now, renewal)
    : [];
  const all = [...faults, ...ends, ...portFaults({ port, daemonUp, listening, ...called })];
  if (!daemonUp) return worstOf(all, `Configured for port ${port}; the daemon does not run.`);
  const at = `${pacs.ae_title} listens at port ${port}${pacs.tls === 'on' ? ' with TLS' : ''}`;
  const isAnswered = 'echo' in called;
  return worstOf(
    all,
    isAnswered ? `${at} and answers C-ECHO.` : `${at}; no peer is at this machine to try C-ECHO.`,
  );
};
