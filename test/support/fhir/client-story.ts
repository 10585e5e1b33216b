import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Answered, FhirDaemon } from './daemon.js';

/**
 * What a program that works with a client library of others got, which it prints as one JSON object. It
 * has the address as its argument, and the key in its environment, which no error shows.
 */
export async function storyOf(
  program: string,
  { base, key, daemon }: FhirDaemon,
): Promise<Answered> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: daemon.caFile, WARDBOX_KEY: key };
  const args = ['--import', 'tsx', path, base];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout);
}
