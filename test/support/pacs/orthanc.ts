import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HANG_MS } from '../hang.js';

// Orthanc (https://www.orthanc-server.com) as the PACS of a test, with its DICOMweb plugin.

const PROGRAM = 'Orthanc';
const PLUGIN = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';

const isThere = existsSync(PLUGIN) && spawnSync(PROGRAM, ['--version']).status === 0;

/** Why Orthanc cannot be run here; empty where it can. */
export const withoutOrthanc = isThere
  ? ''
  : ' (skipped: orthanc and orthanc-dicomweb are not installed)';

/** A node that Orthanc knows by a name: it may call, and objects can be moved to it. */
export interface OrthancModality {
  readonly aeTitle: string;
  readonly host?: string;
  readonly port: number;
}

export interface OrthancOptions {
  /** By default ORTHANC. */
  readonly aeTitle?: string;
  readonly modalities?: Readonly<Record<string, OrthancModality>>;
  /** The folder and the ports of an Orthanc that was stopped: it comes back as it was. */
  readonly again?: Pick<Orthanc, 'folder' | 'dicomPort' | 'httpPort'>;
  /** Further settings of Orthanc. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface OrthancInstance {
  /** Of Orthanc's own. */
  readonly id: string;
  /** By keyword, as texts; sequences as arrays. */
  readonly tags: Readonly<Record<string, unknown>>;
}

export interface Orthanc {
  readonly aeTitle: string;
  readonly dicomPort: number;
  readonly httpPort: number;
  readonly folder: string;
  /** The address of its REST interface. */
  readonly url: string;
  /** The address of DICOMweb. */
  readonly dicomWebUrl: string;
  /** Its answer to a GET, as JSON. */
  get<T>(path: string): Promise<T>;
  /** Its answer to a POST of JSON, or of the bytes of a file. */
  post<T>(path: string, body: unknown): Promise<T>;
  delete(path: string): Promise<void>;
  /** The bytes that it answers. */
  bytes(path: string): Promise<Buffer>;
  /** Stores a DICOM file. */
  store(file: Uint8Array): Promise<void>;
  /** All instances that it holds, in a study where one is named. */
  instances(studyInstanceUid?: string): Promise<OrthancInstance[]>;
  /** Waits until it holds this many instances. */
  holds(count: number, studyInstanceUid?: string): Promise<OrthancInstance[]>;
  /** Knows a further node from now on. */
  register(name: string, modality: OrthancModality): Promise<void>;
  /** Ends it; `keep`: its folder stays, so that it can be started again. */
  stop(options?: { readonly keep?: boolean }): Promise<void>;
}

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const modality = ({ aeTitle, host = '127.0.0.1', port }: OrthancModality) => ({
  AET: aeTitle,
  Host: host,
  Port: port,
  AllowTransferSyntax: true,
});

function writeSettings(
  folder: string,
  { aeTitle = 'ORTHANC', modalities = {}, settings = {} }: OrthancOptions,
  { dicomPort, httpPort }: { readonly dicomPort: number; readonly httpPort: number },
): string {
  const file = join(folder, 'orthanc.json');
  const known = Object.entries(modalities).map(([name, one]) => [name, modality(one)]);
  writeFileSync(
    file,
    JSON.stringify({
      Name: 'test',
      StorageDirectory: join(folder, 'storage'),
      IndexDirectory: join(folder, 'storage'),
      Plugins: [PLUGIN],
      DicomServerEnabled: true,
      DicomAet: aeTitle,
      DicomPort: dicomPort,
      DicomCheckCalledAet: true,
      DicomAlwaysAllowEcho: true,
      DicomAlwaysAllowStore: true,
      DicomAlwaysAllowFind: true,
      DicomAlwaysAllowMove: true,
      DicomModalities: Object.fromEntries(known),
      HttpServerEnabled: true,
      HttpPort: httpPort,
      HttpThreadsCount: 4,
      RemoteAccessAllowed: false,
      AuthenticationEnabled: false,
      // Answers at once what has just been stored.
      StableAge: 1,
      DicomWeb: { Enable: true, Root: '/dicom-web/', EnableWado: true },
      ...settings,
    }),
  );
  return file;
}

/** @throws what it printed, when it does not answer */
async function awaitStart(child: ChildProcess, url: string): Promise<void> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-20_000);
    });
  }
  const end = performance.now() + HANG_MS;
  while (performance.now() < end && child.exitCode === null) {
    const response = await fetch(`${url}/system`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(50);
  }
  throw new Error(`Orthanc does not answer:\n${text}`);
}

/** Starts Orthanc on free ports of the loopback address; `stop` it. */
export async function startOrthanc(options: OrthancOptions = {}): Promise<Orthanc> {
  const { aeTitle = 'ORTHANC', again } = options;
  const folder = again?.folder ?? mkdtempSync(join(tmpdir(), 'wardbox-orthanc-'));
  const dicomPort = again?.dicomPort ?? (await freePort());
  const httpPort = again?.httpPort ?? (await freePort());
  const url = `http://127.0.0.1:${httpPort}`;
  const file = writeSettings(folder, options, { dicomPort, httpPort });
  const child = spawn(PROGRAM, [file], { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder });
  const stop: Orthanc['stop'] = async ({ keep = false } = {}) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    if (!keep) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await awaitStart(child, url);
  } catch (error) {
    await stop();
    throw error;
  }

  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url + path, init);
    if (!response.ok) {
      throw new Error(`Orthanc: ${init.method ?? 'GET'} ${path}: ${response.status}`);
    }
    return response;
  };
  const post: Orthanc['post'] = async <T>(path: string, body: unknown) => {
    const content = body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body);
    return (await (await call(path, { method: 'POST', body: content })).json()) as T;
  };
  const instances: Orthanc['instances'] = async (studyInstanceUid) => {
    const found = await post<Array<{ ID: string }>>('/tools/find', {
      Level: 'Instance',
      Expand: true,
      Query: studyInstanceUid === undefined ? {} : { StudyInstanceUID: studyInstanceUid },
    });
    return Promise.all(
      found.map(async ({ ID: id }) => {
        const response = await call(`/instances/${id}/simplified-tags`);
        return { id, tags: (await response.json()) as Record<string, unknown> };
      }),
    );
  };

  return {
    aeTitle,
    dicomPort,
    httpPort,
    folder,
    url,
    dicomWebUrl: `${url}/dicom-web`,
    get: async <T>(path: string) => (await (await call(path)).json()) as T,
    post,
    async delete(path) {
      await call(path, { method: 'DELETE' });
    },
    bytes: async (path) => Buffer.from(await (await call(path)).arrayBuffer()),
    async store(stored) {
      await post('/instances', stored);
    },
    instances,
    async holds(count, studyInstanceUid) {
      const end = performance.now() + HANG_MS;
      for (;;) {
        const held = await instances(studyInstanceUid);
        if (held.length >= count) return held;
        if (performance.now() > end) {
          throw new Error(`Orthanc holds ${held.length} instances, not ${count}`);
        }
        await sleep(100);
      }
    },
    async register(name, one) {
      await call(`/modalities/${name}`, { method: 'PUT', body: JSON.stringify(modality(one)) });
    },
    stop,
  };
}
