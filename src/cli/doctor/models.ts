import { messageOf } from '../../core/errors.js';
import { listModelPackages } from '../../inference/model-package.js';
import { listKnowledge } from '../../packages/knowledge.js';
import { type Check, failed, worstOf } from './check.js';

const REINSTALL = 'install the package again from a trusted source';

/** Whether every file of every package has the hash that its manifest says. */
export const checkModels: Check = async ({ config: { models_dir } }) => {
  try {
    const models = await listModelPackages(models_dir);
    const all = [...models, ...(await listKnowledge(models_dir))];
    if (all.length === 0) return failed(`There is no package in ${models_dir}.`, REINSTALL);
    const faults = all.flatMap((one) =>
      one.status === 'verified' ? [] : [failed(`${one.id}: ${one.reason}`, REINSTALL)],
    );
    return worstOf(faults, `${all.length} packages, every file has its hash.`);
  } catch (error) {
    return failed(`${models_dir} cannot be read: ${messageOf(error)}.`, 'mend models_dir');
  }
};
