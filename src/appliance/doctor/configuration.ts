import { statSync } from 'node:fs';
import { type Check, failed, ok, warning } from './check.js';

const WRITABLE_BY_GROUP = 0o020;
const WRITABLE_BY_ALL = 0o002;

/** Checks who may change the configuration; its contents have been validated before. */
export const checkConfiguration: Check = ({ config: { source } }) => {
  const { mode } = statSync(source);
  const remedy = `chmod go-w ${source}`;
  if ((mode & WRITABLE_BY_ALL) !== 0)
    return failed(`${source} can be changed by any user.`, remedy);
  if ((mode & WRITABLE_BY_GROUP) !== 0) {
    return warning(`${source} can be changed by a group.`, remedy);
  }
  return ok(`${source} has no faults.`);
};
