import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { failed, ok, type QuickCheck, warning } from './check.js';

const MIB = 1024 * 1024;
/** Above the reserve: about what a busy day may write. */
const COMFORT_MB = 2_048;
const FEW_FILES = 10_000;
const REMEDY = 'free disk space, or move data_dir to a larger disk';

/** The folder itself, or the nearest parent that exists. */
const nearest = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));

/** Checks that the disk has enough free space. */
export const checkDisk: QuickCheck = ({ config }) => {
  const reserve = config.storage.disk_reserve_mb;
  const { bavail, bsize, files, ffree } = statfsSync(nearest(config.data_dir));
  const freeMb = Math.floor((bavail * bsize) / MIB);
  const free = `${freeMb} MiB free`;
  if (freeMb < reserve) {
    return failed(`${free}, less than the reserve of ${reserve}: new work is refused.`, REMEDY);
  }
  if (freeMb < reserve + COMFORT_MB) {
    return warning(`${free}; below ${reserve} new work is refused.`, REMEDY);
  }
  // Some file systems have no fixed number of files and say 0 of 0.
  if (files > 0 && ffree < FEW_FILES) {
    return warning(
      `${free}, but space for only ${ffree} more files.`,
      'delete files that are not needed',
    );
  }
  return ok(`${free}, reserve ${reserve}.`);
};
