// A bare route over HTTPS that reads a request and sends an answer that was made before: what is
// left of a request without any computation.
import { Hono } from 'hono';
import type * as ServerModule from '../../../src/http/server.js';
import type * as TlsModule from '../../../src/http/tls/tls.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export interface BareSetup {
  readonly folder: string;
  readonly answer: string;
}

const PATH = '/v1/answer';

const { listen } = await product<typeof ServerModule>('http/server.js');
const { prepareTls } = await product<typeof TlsModule>('http/tls/tls.js');

answerQuestions(async ({ folder, answer }: BareSetup) => {
  const app = new Hono();
  app.post(PATH, async (c) => {
    await c.req.json();
    return c.body(answer, 200, { 'content-type': 'application/json' });
  });
  const tls = await prepareTls({ mode: 'auto', names: [] }, folder, Date.now());
  const options = { host: '127.0.0.1', port: 0, tls };
  const { url } = await listen(app as unknown as Parameters<typeof listen>[0], options);
  return { url: `${url}${PATH}` };
});
