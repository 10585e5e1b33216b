import { openWebhooks } from '../../appliance/webhooks/open-webhooks.js';
import { isoTime } from '../../core/clock.js';
import { invalidField } from '../../core/errors.js';
import { newId } from '../../core/ids.js';
import { attemptDelivery, type Webhook } from '../../operations/webhooks/webhook-sender.js';
import { type CommandContext, type CommonOptions, configFor, EXIT } from '../context.js';
import { json, table } from '../output.js';

export type TestOptions = CommonOptions;

interface Tested {
  readonly url: string;
  readonly event_id: string;
  readonly ok: boolean;
  readonly reason?: string;
  readonly ms: number;
}

async function tell(webhook: Webhook, now: number): Promise<Tested> {
  const eventId = newId('evt');
  const { url, mode } = webhook;
  const body = JSON.stringify({ type: 'webhook.test', timestamp: isoTime(now), data: { mode } });
  const since = performance.now();
  const reason = await attemptDelivery(webhook, { eventId, body }, now);
  const ms = Math.round(performance.now() - since);
  return { url, event_id: eventId, ok: reason === null, ...(reason !== null && { reason }), ms };
}

/** Sends an event of its own to webhooks of the configuration, without the daemon. */
export async function test(
  context: CommandContext,
  urls: readonly string[],
  options: TestOptions,
): Promise<void> {
  const webhooks = openWebhooks(configFor(context, options));
  const unknown = urls.find((url) => !webhooks.some((one) => one.url === url));
  if (unknown !== undefined)
    throw invalidField('url', `${unknown} is no webhook of the configuration`);
  const chosen = urls.length === 0 ? webhooks : webhooks.filter(({ url }) => urls.includes(url));
  const tested = await Promise.all(chosen.map((one) => tell(one, context.clock())));
  if (tested.some(({ ok }) => !ok)) context.exitCode = EXIT.failed;
  if (options.json) return context.output.out(json({ webhooks: tested }));
  const rows = tested.map(({ url, ok, reason, ms }) => [url, ok ? 'told' : 'NOT told', reason, ms]);
  const text =
    tested.length === 0 ? 'No webhook is configured.' : table(['URL', '', 'REASON', 'MS'], rows);
  context.output.out(text);
}
