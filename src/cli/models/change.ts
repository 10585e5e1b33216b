import { removePackage, rollBackPackage } from '../../appliance/packages/change.js';
import { type CommandContext, type CommonOptions, configFor } from '../context.js';
import { json } from '../output.js';
import { createProgress } from '../progress.js';
import { changeParts } from './change-parts.js';
import { awaitTakeover, TAKEOVER_MESSAGES } from './takeover.js';

/** Reports a change, once a running daemon has had time to load it. */
async function report(
  context: CommandContext,
  options: CommonOptions,
  change: { id: string; version: string | undefined; text: string },
): Promise<void> {
  const progress = createProgress();
  const { id, version, text } = change;
  const daemon = await awaitTakeover(configFor(context, options), { id, version }, progress);
  progress.clear();
  const facts = { id, version: version ?? null, daemon };
  context.output.out(options.json ? json(facts) : `${text}\n${TAKEOVER_MESSAGES[daemon]}`);
}

/** `wardbox models remove ID`: all versions of the store; one that came with the program stays. */
export async function remove(
  context: CommandContext,
  id: string,
  options: CommonOptions,
): Promise<void> {
  const parts = changeParts(context, options);
  const version = await removePackage(id, parts);
  const { models_dir } = parts.config;
  const rest = version === undefined ? '' : ` ${version} of ${models_dir} is active again.`;
  await report(context, options, { id, version, text: `${id} is removed.${rest}` });
}

/** `wardbox models rollback ID`: the previous version, possibly the one of the program. */
export async function rollback(
  context: CommandContext,
  id: string,
  options: CommonOptions,
): Promise<void> {
  const version = await rollBackPackage(id, changeParts(context, options));
  const text = `${id} ${version} is active again.`;
  await report(context, options, { id, version, text });
}
