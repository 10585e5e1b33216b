import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Daemon } from './daemon.js';
import { observation } from './fhir-content.js';

const RESOURCES = 10_000;

export interface ImportTook {
  readonly resources: number;
  readonly perSecond: number;
}

/** `wardbox fhir import` of NDJSON into the folder of a daemon that runs; its own start included. */
export async function importBeside(daemon: Daemon, folder: string): Promise<ImportTook> {
  const lines = Array.from({ length: RESOURCES }, (_, n) =>
    JSON.stringify({ ...observation(`Patient/imported-${n % 100}`, n), id: randomUUID() }),
  );
  const file = join(folder, 'observations.ndjson');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const startedAt = performance.now();
  await daemon.cli('fhir', 'import', file, '--mode', 'test');
  const seconds = (performance.now() - startedAt) / 1_000;
  return { resources: RESOURCES, perSecond: RESOURCES / seconds };
}
