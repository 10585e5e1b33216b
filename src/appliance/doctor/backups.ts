import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../model-packages/refusal.js';
import { failed, length, ok, type QuickCheck, warning } from './check.js';

const FOLDER = 'backups';
const BACKUP = /\.wbk$/;
/** One backup a day, and a day of delay. */
const OLD_MS = 2 * 86_400_000;
const REMEDY = 'wardbox backup --out FILE; daily: systemctl enable --now wardbox-backup.timer';

/** The backups in the data folder, or in a disk that is mounted there. */
export interface KnownBackups {
  readonly folder: string;
  readonly count: number;
  /** Milliseconds since 1970; undefined without any. */
  readonly newestAt: number | undefined;
}

/**
 * @returns undefined where there is no folder for them
 * @throws the error of a folder that cannot be read
 */
export function findBackups(dataDir: string): KnownBackups | undefined {
  const folder = join(dataDir, FOLDER);
  try {
    const names = readdirSync(folder).filter((name) => BACKUP.test(name));
    const times = names.map((name) => statSync(join(folder, name)).mtimeMs);
    const newestAt = times.length === 0 ? undefined : Math.max(...times);
    return { folder, count: times.length, newestAt };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Checks the age of the newest backup that is known. */
export const checkBackups: QuickCheck = ({ config, now }) => {
  let known: KnownBackups | undefined;
  try {
    known = findBackups(config.data_dir);
  } catch (error) {
    const folder = join(config.data_dir, FOLDER);
    return failed(`${folder} cannot be read (${codeOf(error)}).`, 'run as the user of the daemon');
  }
  if (known === undefined) return warning('No backup is known.', REMEDY);
  const { folder, count, newestAt } = known;
  if (newestAt === undefined) return warning(`There is no backup in ${folder}.`, REMEDY);
  const age = now - newestAt;
  const message = `The newest of ${count} is ${length(Math.max(age, 0))} old`;
  if (age > OLD_MS) return warning(`${message}.`, REMEDY);
  const isApart = statSync(folder).dev !== statSync(config.data_dir).dev;
  return ok(isApart ? `${message}.` : `${message}, on the same disk as the data.`);
};
