import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startDaemon } from '../support/daemon.js';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/fhir.md'), 'utf8');

/** The examples in their order: they build on each other. */
const EXAMPLES = [...DOCUMENT.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text ?? '');

function hasCurl(): boolean {
  try {
    // `--fail-with-body` came with 7.76.
    return execFileSync('curl', ['--help', 'all'], { encoding: 'utf8' }).includes('fail-with-body');
  } catch {
    return false;
  }
}

describe.skipIf(!hasCurl())('the examples of docs/fhir.md (skipped where there is no curl)', () => {
  it('run as they stand', async () => {
    expect(EXAMPLES.length).toBeGreaterThan(5);
    const daemon = await startDaemon();
    try {
      const env = {
        ...process.env,
        BASE: daemon.url,
        CA: daemon.caFile,
        KEY: await daemon.key({ scopes: ['fhir.read', 'fhir.write'] }),
      };
      const script = ['set -e -o pipefail', ...EXAMPLES].join('\n');
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
      expect(stdout).toContain('"family": "Invented"');
      expect(stdout).toContain('"type":"transaction-response"');
      // Every search of the document finds what the examples before it have written.
      const found = stdout.match(/"type":"searchset"[^[]*"total":(\d+)/g) ?? [];
      expect(found.length).toBe(6);
      for (const bundle of found) expect(bundle).not.toContain('"total":0');
    } finally {
      await daemon.stop();
    }
  });
});
