import { messageOf } from '../../core/errors.js';
import { packageSources } from '../package-sources.js';
import { listEverything } from '../packages/list-packages.js';
import { type Check, failed, worstOf } from './check.js';

const REINSTALL = 'install the package again from a trusted source';

/**
 * Checks that every file of every package has the hash in its manifest, in `models_dir` and in the
 * store, and that the trusted keys can be read.
 */
export const checkModels: Check = async ({ config }) => {
  const { models_dir } = config;
  try {
    const all = await listEverything(config);
    if (all.length === 0) return failed(`There is no package in ${models_dir}.`, REINSTALL);
    const { installed, trust } = packageSources(config);
    const remedyFor = (id: string) =>
      installed.some((one) => one.id === id)
        ? `wardbox models rollback ${id}, or ${REINSTALL}`
        : REINSTALL;
    const faults = all.flatMap((one) =>
      one.status === 'verified' ? [] : [failed(`${one.id}: ${one.reason}`, remedyFor(one.id))],
    );
    const counts = `${installed.length} of them installed, ${trust.keys.length} trusted keys`;
    return worstOf(faults, `${all.length} packages (${counts}), every file has its hash.`);
  } catch (error) {
    return failed(`Packages cannot be read: ${messageOf(error)}`, 'correct what it names');
  }
};
