/** Runs examples: a message with a file and its environment in, one with what was answered out. */

const { fetch: send } = globalThis;
const { log } = console;
const write = process.stdout.write.bind(process.stdout);

/** Events without an end are read until the first. */
class Enough extends Error {}

process.on('message', async ({ file, env, endless }) => {
  const answer = { status: 0, cookie: null, body: '', error: null };
  Object.assign(process.env, env);
  globalThis.fetch = async (...request) => {
    const response = await send(...request);
    answer.status = response.status;
    answer.cookie = response.headers.get('Set-Cookie');
    if (!endless || !response.ok) answer.body = await response.clone().text();
    return response;
  };
  console.log = () => undefined;
  process.stdout.write = () => {
    if (endless) throw new Enough();
    return true;
  };
  try {
    await import(file);
  } catch (error) {
    const wasRefused = answer.status >= 400;
    if (!(error instanceof Enough) && !wasRefused) answer.error = String(error?.stack ?? error);
  }
  console.log = log;
  process.stdout.write = write;
  process.send(answer);
});
