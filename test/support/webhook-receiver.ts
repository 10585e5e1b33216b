import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export interface ReceivedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the signature is that of the secret, and new. */
  readonly verified: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly events: readonly ReceivedEvent[];
  stop(): void;
}

function isVerified(known: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    known.verify(body, headers);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

export const WEBHOOK_SECRET = 'a secret of the hospital, long enough';

/**
 * A program of the hospital on this machine, that keeps all events.
 *
 * @param statusOf what it answers to the n-th request, from 1 on
 */
export async function startWebhookReceiver(
  statusOf: (request: number) => number = () => 204,
): Promise<WebhookReceiver> {
  const known = new Webhook(Buffer.from(WEBHOOK_SECRET), { format: 'raw' });
  const events: ReceivedEvent[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const headers = incoming.headers as Record<string, string>;
    const verified = isVerified(known, body, headers);
    events.push({ ...JSON.parse(body), headers, body, verified });
    outgoing.writeHead(statusOf(events.length)).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/wardbox`, events, stop: () => server.close() };
}
