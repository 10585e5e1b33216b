import { readFileSync } from 'node:fs';
import { AppError, messageOf } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { Destination, DestinationTls } from '../../core/sent-object.js';
import { prepareTls, tlsChoice } from '../../http/tls/tls.js';
import type { LoadedConfig } from '../config/load.js';

type DimseDestination = Extract<Destination, { service: 'dimse' }>;
type ConfiguredDestination = LoadedConfig['pacs']['destinations'][number];

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

type ReadDestination = (tls: DestinationTls) => Destination;

/** Reads the files that a destination names. */
function readDestination(
  { pacs }: LoadedConfig,
  destination: ConfiguredDestination,
  at: string,
): ReadDestination {
  const { ca_file } = destination;
  const ca = ca_file === undefined ? {} : { ca: readText(`${at}.ca_file`, ca_file) };
  if (destination.service === 'dicomweb') {
    const { url, authorization_file: file } = destination;
    const authorization =
      file === undefined
        ? {}
        : { authorization: readAuthorization(`${at}.authorization_file`, file) };
    return (tls) => ({ service: 'dicomweb', url, tls: { ...tls, ...ca }, ...authorization });
  }
  const { ae_title: aeTitle, host, port } = destination;
  const common = { service: 'dimse', aeTitle, host, port, callingAeTitle: pacs.ae_title } as const;
  return (tls) => (destination.tls === 'off' ? common : { ...common, tls: { ...tls, ...ca } });
}

/**
 * The destinations of the configuration.
 *
 * @throws AppError `validation_error` that names the file that cannot be read
 */
export function openDestinations(config: LoadedConfig): readonly OpenDestination[] {
  return config.pacs.destinations.map((configured, index) => {
    const read = readDestination(config, configured, `pacs.destinations.${index}`);
    return {
      name: configured.name,
      mode: configured.mode,
      async current(now) {
        const material = await prepareTls(tlsChoice(config.server.tls), config.data_dir, now);
        return read(material === undefined ? {} : { cert: material.cert, key: material.key });
      },
    };
  });
}

/** Where a node is told about its objects, with the certificate that the server has now. */
export type ReportAddress = (now: number) => Promise<DimseDestination>;

/**
 * Finds the addresses of the nodes that have one in the configuration.
 *
 * @throws AppError `validation_error` that names the file that cannot be read
 */
export function openReportAddresses(
  config: LoadedConfig,
): (aeTitle: string, mode: KeyMode) => ReportAddress | undefined {
  const { pacs, server, data_dir } = config;
  const addresses = pacs.peers.flatMap((peer, index) => {
    const { ae_title: aeTitle, mode, host, port, ca_file } = peer;
    if (host === undefined || port === undefined) return [];
    const ca =
      ca_file === undefined ? {} : { ca: readText(`pacs.peers.${index}.ca_file`, ca_file) };
    const common = {
      service: 'dimse',
      aeTitle,
      host,
      port,
      callingAeTitle: pacs.ae_title,
    } as const;
    const address: ReportAddress = async (now) => {
      if (peer.tls === 'off') return common;
      const material = await prepareTls(tlsChoice(server.tls), data_dir, now);
      const own = material === undefined ? {} : { cert: material.cert, key: material.key };
      return { ...common, tls: { ...own, ...ca } };
    };
    return [{ aeTitle, mode, address }];
  });
  return (aeTitle, mode) =>
    addresses.find((one) => one.aeTitle === aeTitle && one.mode === mode)?.address;
}
