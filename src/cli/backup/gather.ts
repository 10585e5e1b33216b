import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { LoadedConfig } from '../../appliance/config/load.js';
import { headerFile, recordsFile } from '../../audit/segment-folder.js';
import { byText } from '../../core/by-text.js';
import { JOBS_FOLDER } from '../../operations/jobs/request-store.js';
import type { AuditRepository } from '../../store/audit-repository.js';
import { CONFIG_PART } from '../../store/backup/schema.js';
import type { JobRepository } from '../../store/job.js';

/** Folders of the data folder that belong to a backup; unfinished uploads do not. */
const FOLDERS = ['tls', 'audit'];

/** Files that are about to be renamed, or left by a crash before that. */
const UNFINISHED = /^\.|\.new$|\.pem\.\d+$/;

const NEWLINE = 0x0a;

/** Copies a file of lines that is being appended to, up to its last complete line. */
function copyLines(from: string, to: string): void {
  const content = readFileSync(from);
  writeFileSync(to, content.subarray(0, content.lastIndexOf(NEWLINE) + 1), { mode: 0o600 });
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map(({ name }) => name)
    .sort(byText);
}

/**
 * Copies everything that is kept in files next to the database into a folder.
 *
 * @returns the names of the parts
 */
export function gatherFiles({ data_dir, source }: LoadedConfig, folder: string): string[] {
  const parts: string[] = [];
  for (const name of FOLDERS) {
    for (const file of filesIn(join(data_dir, name))) {
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
      const copy = file.endsWith('.jsonl') ? copyLines : copyFileSync;
      copy(join(data_dir, name, file), join(folder, name, file));
      parts.push(`${name}/${file}`);
    }
  }
  copyFileSync(source, join(folder, CONFIG_PART));
  return [...parts, CONFIG_PART];
}

const SEGMENTS = join('audit', 'segments');

/**
 * Copies the sealed segments of the audit log that a copy of the database lists. Segments never
 * change, so no lock is needed; of those that were deleted only the header is left.
 *
 * @returns the names of the parts
 */
export function gatherSegments(
  dataDir: string,
  folder: string,
  repository: Pick<AuditRepository, 'segments'>,
): string[] {
  const files = repository
    .segments()
    .flatMap(({ number }) => [headerFile(number), recordsFile(number)]);
  if (files.length > 0) mkdirSync(join(folder, SEGMENTS), { recursive: true, mode: 0o700 });
  return files.flatMap((file) => {
    const part = join(SEGMENTS, file);
    if (!existsSync(join(dataDir, part))) return [];
    copyFileSync(join(dataDir, part), join(folder, part));
    return [part];
  });
}

/**
 * Copies the requests of jobs that are open in a copy of the database. Each is sealed with a key
 * kept in that database; a job that has ended meanwhile has no request any more.
 *
 * @returns the names of the parts
 */
export function gatherRequests(
  dataDir: string,
  folder: string,
  repository: Pick<JobRepository, 'files'>,
): string[] {
  const files = repository.files();
  if (files.length > 0) mkdirSync(join(folder, JOBS_FOLDER), { mode: 0o700 });
  return files.flatMap((file) => {
    const part = `${JOBS_FOLDER}/${file}`;
    try {
      copyFileSync(join(dataDir, part), join(folder, part));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    return [part];
  });
}

/** Files outside the data folder that the configuration names; the administrator backs them up. */
export function elsewhere({ server: { tls }, fhir: { upstream } }: LoadedConfig): string[] {
  const named = [tls.cert_file, tls.key_file, upstream?.key_file, upstream?.ca_file];
  return named.filter((file) => file !== undefined);
}
