import { readFileSync } from 'node:fs';
import { AppError, messageOf } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { OutboundTls } from '../../core/outbound-client.js';
import type { Destination } from '../../core/sent-object.js';
import { prepareTls, tlsChoice } from '../../http/tls/tls.js';
import type { LoadedConfig } from '../config/load.js';

type ConfiguredService = Extract<
  LoadedConfig['pacs']['destinations'][number],
  { service: 'dicomweb' }
>;

/** A node that speaks DIMSE, with the certificate that the server has now. */
export type CurrentNode = (now: number) => Promise<Extract<Destination, { service: 'dimse' }>>;

/** A node that objects of one mode are sent to. */
export interface OpenDestination {
  readonly name: string;
  readonly mode: KeyMode;
  /** What is needed to connect; with the certificate that the server has now. */
  current(now: number): Promise<Destination>;
}

function readText(field: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const issue = messageOf(cause);
    const issues = [{ field, issue }];
    throw new AppError('validation_error', `${field}: ${issue}`, { issues, cause });
  }
}

/** The content of the header: one line of visible characters (RFC 9110 section 5.5). */
function readAuthorization(field: string, path: string): string {
  const text = readText(field, path);
  if (/^[\x21-\x7e][\x20-\x7e]{0,8191}$/.test(text)) return text;
  const issue = 'must hold one line, such as Bearer and a token';
  throw new AppError('validation_error', `${field}: ${issue}`, { issues: [{ field, issue }] });
}

/** The authority that a node's certificate is trusted by, where the configuration names one. */
const readAuthority = (at: string, path: string | undefined): OutboundTls =>
  path === undefined ? {} : { ca: readText(`${at}.ca_file`, path) };

/** What TLS to a node needs: the certificate that the server has now, and the node's authority. */
async function tlsTo(
  { server, data_dir }: LoadedConfig,
  authority: OutboundTls,
  now: number,
): Promise<OutboundTls> {
  const own = await prepareTls(tlsChoice(server.tls), data_dir, now);
  return { ...(own !== undefined && { cert: own.cert, key: own.key }), ...authority };
}

interface ConfiguredNode {
  readonly ae_title: string;
  readonly host: string;
  readonly port: number;
  readonly tls: 'on' | 'off';
  readonly ca_file?: string | undefined;
}

/** How a node that speaks DIMSE is reached. */
function readNode(config: LoadedConfig, node: ConfiguredNode, at: string): CurrentNode {
  const { ae_title: aeTitle, host, port, tls, ca_file } = node;
  const { ae_title: callingAeTitle } = config.pacs;
  const common = { service: 'dimse', aeTitle, host, port, callingAeTitle } as const;
  const authority = readAuthority(at, ca_file);
  return async (now) =>
    tls === 'off' ? common : { ...common, tls: await tlsTo(config, authority, now) };
}

/** How a DICOMweb service is reached. */
function readService(
  config: LoadedConfig,
  { url, ca_file, authorization_file: file }: ConfiguredService,
  at: string,
): OpenDestination['current'] {
  const authority = readAuthority(at, ca_file);
  const common = {
    service: 'dicomweb',
    url,
    ...(file !== undefined && {
      authorization: readAuthorization(`${at}.authorization_file`, file),
    }),
  } as const;
  return async (now) => ({ ...common, tls: await tlsTo(config, authority, now) });
}

/**
 * The destinations of the configuration.
 *
 * @throws AppError `validation_error` that names the file that cannot be read
 */
export function openDestinations(config: LoadedConfig): readonly OpenDestination[] {
  return config.pacs.destinations.map((configured, index) => {
    const at = `pacs.destinations.${index}`;
    const current =
      configured.service === 'dicomweb'
        ? readService(config, configured, at)
        : readNode(config, configured, at);
    return { name: configured.name, mode: configured.mode, current };
  });
}

/**
 * Finds the addresses of the nodes that have one in the configuration: where a node is told about its objects.
 *
 * @throws AppError `validation_error` that names the file that cannot be read
 */
export function openReportAddresses(
  config: LoadedConfig,
): (aeTitle: string, mode: KeyMode) => CurrentNode | undefined {
  const addresses = config.pacs.peers.flatMap((peer, index) => {
    const { ae_title: aeTitle, mode, host, port } = peer;
    if (host === undefined || port === undefined) return [];
    const address = readNode(config, { ...peer, host, port }, `pacs.peers.${index}`);
    return [{ aeTitle, mode, address }];
  });
  return (aeTitle, mode) =>
    addresses.find((one) => one.aeTitle === aeTitle && one.mode === mode)?.address;
}
