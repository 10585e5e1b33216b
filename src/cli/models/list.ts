import { listPackages } from '../../appliance/packages/list-packages.js';
import { type CommandContext, type CommonOptions, configFor, EXIT } from '../context.js';
import { json, table } from '../output.js';

/** `wardbox models list`: every package, its files verified. */
export async function list(context: CommandContext, options: CommonOptions): Promise<void> {
  const rows = await listPackages(configFor(context, options));
  if (rows.some(({ status }) => status !== 'verified')) context.exitCode = EXIT.notIntact;
  if (options.json) return context.output.out(json(rows));
  const cells = rows.map((row) => [
    row.id,
    row.version,
    row.status,
    row.signed,
    row.from,
    row.before[0],
    row.title ?? row.reason,
  ]);
  const head = ['MODEL', 'VERSION', 'STATE', 'SIGNED', 'FROM', 'BEFORE', 'WHAT'];
  context.output.out(table(head, cells));
}
