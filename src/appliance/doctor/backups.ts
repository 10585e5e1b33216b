import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../model-packages/refusal.js';
import { type Check, failed, length, ok, warning } from './check.js';

const FOLDER = 'backups';
const BACKUP = /\.wbk$/;
/** One backup a day, and a day of delay. */
const OLD_MS = 2 * 86_400_000;
const REMEDY = 'wardbox backup --out FILE; daily: systemctl enable --now wardbox-backup.timer';

/** Checks the age of the newest backup that is known. */
export const checkBackups: Check = ({ config, now }) => {
  const folder = join(config.data_dir, FOLDER);
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => BACKUP.test(name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return warning('No backup is known.', REMEDY);
    return failed(`${folder} cannot be read (${codeOf(error)}).`, 'run as the user of the daemon');
  }
  const times = names.map((name) => statSync(join(folder, name)).mtimeMs);
  if (times.length === 0) return warning(`There is no backup in ${folder}.`, REMEDY);
  const age = now - Math.max(...times);
  const message = `The newest of ${times.length} is ${length(Math.max(age, 0))} old`;
  if (age > OLD_MS) return warning(`${message}.`, REMEDY);
  const isApart = statSync(folder).dev !== statSync(config.data_dir).dev;
  return ok(isApart ? `${message}.` : `${message}, on the same disk as the data.`);
};
