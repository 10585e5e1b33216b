import { setTimeout } from 'node:timers/promises';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  EXIT,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';
import { createProgress } from '../progress.js';
import { openStore } from './server.js';

/** A pause that lets a daemon on the same data folder write in between. */
const PAUSE_MS = 5;

/** Rebuilds the search index of every resource. */
export async function reindex(context: CommandContext, options: CommonOptions): Promise<void> {
  const { output } = context;
  await withDatabase(context, options, async (database) => {
    const { server, queue } = openStore(context, options, database);
    const progress = createProgress();
    const { resources, failed } = await server.reindex({
      anew: true,
      onProgress(done) {
        progress.show(`${done.toLocaleString('en')} resources`);
        return setTimeout(PAUSE_MS);
      },
    });
    progress.clear();
    const event = { action: 'fhir.reindex', actor: administrator(context), count: resources };
    await queue.record([{ ...event, outcome: 'success' }], 'synced');
    if (failed > 0) context.exitCode = EXIT.notIntact;
    if (options.json) return output.out(json({ resources, failed }));
    const bad = `${failed} of them cannot be read any more and can be found only by their id.`;
    output.out(`${resources} resources indexed.${failed === 0 ? '' : ` ${bad}`}`);
  });
}
