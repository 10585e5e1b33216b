import { z } from 'zod';
import { table } from '../../src/cli/output.js';
import { analyzeResult } from '../../src/differential/schema.js';
import type { Daemon } from '../../test/support/daemon.js';
import { patientFile } from '../samples/invented-patient-file.js';
import { heading, percent, print, printPoint, printText } from './print.js';

const transactionAnswer = z.object({
  entry: z.array(z.object({ response: z.object({ status: z.string(), location: z.string() }) })),
});

const searchAnswer = z.object({
  total: z.int().optional(),
  entry: z.array(z.object({ resource: z.looseObject({ resourceType: z.string() }) })).default([]),
});

const observation = z.object({
  id: z.string(),
  code: z.object({ coding: z.array(z.object({ display: z.string() })) }),
  valueQuantity: z.object({ value: z.number(), unit: z.string() }),
});

type Ask = (path: string, json?: unknown) => Promise<unknown>;

const asker =
  (daemon: Daemon, key: string): Ask =>
  async (path, json) => {
    const response = await daemon.request(path, { key, ...(json !== undefined && { json }) });
    if (response.status >= 300) throw new Error(response.text);
    return response.json();
  };

/** `Patient/1` of the URL of its first version. */
const nameIn = (location: string) => /[A-Z]\w+\/[\w.-]+(?=\/_history)/.exec(location)?.[0] ?? '';

async function sendFile(ask: Ask): Promise<string> {
  const { entry } = transactionAnswer.parse(await ask('/v1/fhir', patientFile(Date.now())));
  const patient = nameIn(entry[0]?.response.location ?? '');
  printText(
    `A transaction made ${entry.length} resources, all of them or none: ${patient} and more.`,
  );
  return patient;
}

async function search(ask: Ask, patient: string): Promise<void> {
  const query = `Observation?patient=${patient}&category=vital-signs&_sort=code`;
  // An address is not broken.
  print(`  GET /v1/fhir/${query}\n`);
  const { entry } = searchAnswer.parse(await ask(`/v1/fhir/${query}`));
  const rows = entry.map(({ resource }) => {
    const { code, valueQuantity } = observation.parse(resource);
    return [code.coding[0]?.display, `${valueQuantity.value} ${valueQuantity.unit}`];
  });
  if (rows.length === 0) throw new Error('the vital signs were not found');
  print(table(['OBSERVATION', 'VALUE'], rows));
}

async function analyzeFile(ask: Ask, patient: string): Promise<void> {
  print('\nAn analysis of what the file says, and of nothing else:');
  const result = analyzeResult.parse(await ask('/v1/analyze', { subject: patient }));
  const { filed = [], explanation } = result;
  for (const { diagnosis, probability } of explanation.differential.slice(0, 3)) {
    printPoint(`${diagnosis}, ${percent(probability)}`);
  }
  if (filed.length === 0) throw new Error('the analysis was not filed');
  printText(`Filed with the patient, not confirmed: ${filed.length} resources.`);
  for (const type of new Set(filed.map((name) => name.split('/')[0]))) {
    const count = filed.filter((name) => name.startsWith(`${type}/`)).length;
    printPoint(`${type}${count > 1 ? ` (${count})` : ''}`);
  }
}

/** A patient's record through FHIR: sent, searched, analyzed, and the answer filed in it. */
export async function showFhir(daemon: Daemon, key: string): Promise<void> {
  heading('FHIR: the file of an invented woman of 67');
  const ask = asker(daemon, key);
  const patient = await sendFile(ask);
  print();
  await search(ask, patient);
  await analyzeFile(ask, patient);
  const everything = searchAnswer.parse(await ask(`/v1/fhir/${patient}/$everything`));
  printText(`${patient}/$everything now has ${everything.entry.length} resources.`);
}
