import { readFileSync } from 'node:fs';
import { AppError, messageOf } from '../../core/errors.js';
import { createNetworks } from '../../core/networks.js';
import { createOutboundClient } from '../../core/outbound-client.js';
import { webhookSecret } from '../../operations/webhooks/signature.js';
import type { Webhook } from '../../operations/webhooks/webhook-sender.js';
import type { LoadedConfig } from '../config/load.js';

const CONNECT_MS = 5_000;

function read<T>(field: string, path: string, use: (text: string) => T): T {
  try {
    return use(readFileSync(path, 'utf8'));
  } catch (cause) {
    const issue = messageOf(cause);
    const message = `The file of ${field} cannot be used: ${issue}.`;
    throw new AppError('validation_error', message, { issues: [{ field, issue }], cause });
  }
}

/**
 * Opens the webhooks of the configuration; sends no request yet.
 *
 * @throws AppError `validation_error` for files that cannot be used
 */
export function openWebhooks({ webhooks }: Pick<LoadedConfig, 'webhooks'>): Webhook[] {
  return webhooks.map(({ url, mode, events, networks, ca_file, secret_file }, index) => {
    const at = `webhooks.${index}`;
    const ca = ca_file === undefined ? {} : { ca: read(`${at}.ca_file`, ca_file, (text) => text) };
    const { send } = createOutboundClient({
      ...ca,
      connectMs: CONNECT_MS,
      mayConnect: createNetworks(networks),
      fault: (message, options) => new Error(message, options),
    });
    return {
      url,
      mode,
      events,
      send,
      secret: read(`${at}.secret_file`, secret_file, webhookSecret),
    };
  });
}
