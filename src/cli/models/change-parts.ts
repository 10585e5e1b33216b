import type { PackageChangeParts } from '../../appliance/packages/change.js';
import {
  type CommandContext,
  type CommonOptions,
  configFor,
  recordAdministration,
  withDatabase,
} from '../context.js';
import type { Progress } from '../progress.js';

/** A change of packages by the administrator at the command line. */
export const changeParts = (
  context: CommandContext,
  options: CommonOptions,
  progress?: Progress,
): PackageChangeParts => ({
  config: configFor(context, options),
  environment: context.environment,
  clock: context.clock,
  record: (event) =>
    withDatabase(context, options, (database) => recordAdministration(context, database, event)),
  progress: (text, done) => progress?.show(text, done),
});
