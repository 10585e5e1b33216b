import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEDICATION_LIST } from '../../scripts/samples/invented-medication-list.js';
import { type MedicationsResult, medicationsResult } from '../../src/medications/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { hasDrugTables, readInteractionPairs, readProducts } from '../support/drug-tables.js';
import { shippedModels } from '../support/knowledge-models.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SYNTHEA = join(ROOT, '..', 'shared', 'data', 'fhir', 'synthea');

const models = shippedModels(['medication-knowledge']);
let daemon: Daemon;
let key: string;
beforeAll(async () => {
  daemon = await startDaemon({
    config: { models_dir: models.dir, rate_limits: { per_minute: 1_000_000 } },
  });
  key = await daemon.key();
});
afterAll(async () => {
  await daemon.stop();
  models.remove();
});

async function ask(json: unknown): Promise<MedicationsResult> {
  const response = await daemon.request('/v1/medications', { key, json });
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return medicationsResult.parse(response.json());
}

const isTold = ({ highest_severity }: MedicationsResult) =>
  highest_severity !== null && highest_severity !== 'minor';

describe('a list over HTTPS', () => {
  it('is checked whole', async () => {
    const result = await ask(MEDICATION_LIST);
    expect(result.safe_to_proceed).toBe(false);
    expect(result.highest_severity).toBe('contraindicated');
    for (const { sources } of result.alerts) expect(sources.length).toBeGreaterThan(0);
  });

  it('gets the answer among many that it would get alone', async () => {
    const lists = Array.from({ length: 40 }, (_, at) => ({
      medications: ['warfarin', at % 2 === 0 ? 'ibuprofen' : 'paracetamol', `drug ${at}`],
    }));
    const together = await Promise.all(lists.map(ask));
    for (const at of [0, 17, 39]) {
      const { check_id: _, created_at: __, ...alone } = await ask(lists[at]);
      expect(together[at]).toMatchObject(alone);
    }
  });

  it('shows its package among the models and at the command line', async () => {
    const listed = JSON.parse(await daemon.cli('models', 'list', '--json'));
    expect(listed).toContainEqual(
      expect.objectContaining({ id: 'medication-knowledge', status: 'verified' }),
    );
  });
});

const why = ' (skipped: the reference data are not on this machine)';
const BATCH = 40;

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) {
    await Promise.all(items.slice(at, at + BATCH).map(work));
  }
}

describe.skipIf(!hasDrugTables)(`published lists${hasDrugTables ? '' : why}`, () => {
  /** Of the pairs of which both drugs are known: those that are told at moderate or above. */
  async function recallOf(source: string, severity: string, step: number) {
    const pairs = readInteractionPairs()
      .filter((pair) => pair.source === source && pair.severity === severity)
      // Live vaccines stand there as the virus that is in them.
      .filter(({ a, b }) => ![a, b].some((name) => /virus|^bcg$/.test(name)))
      .filter((_, at) => at % step === 0);
    let known = 0;
    let told = 0;
    await inBatches(pairs, async ({ a, b }) => {
      const result = await ask({ medications: [a, b] });
      if (result.unresolved.length > 0) return;
      known += 1;
      if (isTold(result)) told += 1;
    });
    return { pairs: pairs.length, known, share: told / known };
  }

  // The authors of the package have seen these lists: they guard what was reached, and prove the way
  // from a name to an alert. How good the package is on other lists is told by its card.
  it.each([
    ['ONC-HighPriority', 'None', 1, 0.95],
    ['FrenchDB', 'CI', 2, 0.85],
    ['NDF-RT', 'Critical', 1, 0.85],
  ] as const)('%s %s are told', async (source, severity, step, least) => {
    const { pairs, known, share } = await recallOf(source, severity, step);
    expect(pairs).toBeGreaterThan(400);
    expect(known / pairs).toBeGreaterThan(0.9);
    expect(share).toBeGreaterThan(least);
  });

  it('products are read as RxNorm writes them', async () => {
    const products = readProducts().filter((_, at) => at % 4 === 0);
    let right = 0;
    await inBatches(products, async ({ name, ingredient, rxcui }) => {
      const { resolved } = await ask({ medications: [name] });
      if (resolved.some((one) => one.rxcui === rxcui || one.ingredient === ingredient)) right += 1;
    });
    expect(right / products.length).toBeGreaterThan(0.95);
  });
});

const hasRecords = existsSync(SYNTHEA);

interface Resource {
  readonly resourceType: string;
  readonly medicationCodeableConcept?: { readonly text?: string };
  readonly code?: { readonly text?: string };
}

describe.skipIf(!hasRecords)(`whole synthetic records${hasRecords ? '' : why}`, () => {
  it('have their medications understood and their conditions told or read', async () => {
    let lines = 0;
    let read = 0;
    for (const file of readdirSync(SYNTHEA)) {
      const bundle = JSON.parse(gunzipSync(readFileSync(join(SYNTHEA, file))).toString('utf8'));
      const resources = bundle.entry.map((entry: { resource: Resource }) => entry.resource);
      const texts = (type: string, of: (one: Resource) => string | undefined): string[] => [
        ...new Set<string>(
          resources.flatMap((one: Resource) => (one.resourceType === type ? (of(one) ?? []) : [])),
        ),
      ];
      const medications = texts('MedicationRequest', (one) => one.medicationCodeableConcept?.text);
      if (medications.length === 0) continue;
      const conditions = texts('Condition', (one) => one.code?.text).slice(0, 100);
      const { resolved, unresolved } = await ask({ medications, conditions });
      const items = new Set([...resolved, ...unresolved].map(({ item }) => item));
      expect(items.size).toBe(medications.length);
      lines += medications.length;
      read += new Set(resolved.map(({ item }) => item)).size;
    }
    expect(lines).toBeGreaterThan(30);
    expect(read / lines).toBeGreaterThan(0.9);
  });
});
