import type * as OpenModule from '../../../src/medications/knowledge/open.js';
import type * as ServiceModule from '../../../src/medications/service.js';
import type * as KnowledgeModule from '../../../src/model-packages/knowledge.js';
import { MEDICATION_LIST, THIRTY_MEDICATIONS } from '../../samples/invented-medication-list.js';
import type { KnowledgeCost } from '../children/knowledge.js';
import { openClient } from '../client.js';
import { startShipped } from '../daemon.js';
import type { Figure, Row } from '../figure.js';
import { interleave } from '../interleave.js';
import { startChild } from '../processes.js';
import { product } from '../product.js';
import { median, megabytes, milliseconds, type Spread, spreadOf } from '../statistics.js';

const WARM_UP = 20;
const ROUNDS = 100;
const OPENINGS = 5;
const TARGET_MS = 5;
const TARGET_LOAD_MS = 300;
const TARGET_BYTES = 60e6;

const thirty = { medications: [...THIRTY_MEDICATIONS] };
const misspelled = {
  medications: THIRTY_MEDICATIONS.map((name) => `${name.slice(0, 3)}${name.slice(2)}`),
};

type Asked = object;

/** The service alone, without HTTP, keys, audit or JSON. */
async function bareService(modelsDir: string): Promise<(asked: Asked) => number> {
  const { listKnowledge } = await product<typeof KnowledgeModule>('model-packages/knowledge.js');
  const { openKnowledge } = await product<typeof OpenModule>('medications/knowledge/open.js');
  const { createMedicationsService } =
    await product<typeof ServiceModule>('medications/service.js');
  const opened = openKnowledge(await listKnowledge(modelsDir));
  const service = createMedicationsService({
    opened: () => opened,
    language: () => undefined,
    clock: Date.now,
  });
  return (asked) => {
    const startedAt = performance.now();
    service.check(asked);
    return performance.now() - startedAt;
  };
}

async function openings(modelsDir: string): Promise<KnowledgeCost[]> {
  const costs: KnowledgeCost[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    const child = startChild('knowledge');
    try {
      costs.push(await child.ask<KnowledgeCost>({ modelsDir }));
    } finally {
      await child.end();
    }
  }
  return costs;
}

function costRows(costs: readonly KnowledgeCost[]): Row[] {
  const tookMs = median(costs.map((cost) => cost.tookMs));
  const heap = median(costs.map(({ heapBytes }) => heapBytes));
  const resident = median(costs.map(({ residentBytes }) => residentBytes));
  return [
    {
      what: 'opening the package in a fresh process',
      value: milliseconds(tookMs),
      target: `≤ ${milliseconds(TARGET_LOAD_MS)}`,
      met: tookMs <= TARGET_LOAD_MS,
    },
    {
      what: 'memory that it keeps: heap, resident',
      value: `${megabytes(heap)}, ${megabytes(resident)}`,
      target: `heap ≤ ${megabytes(TARGET_BYTES)}`,
      met: heap <= TARGET_BYTES,
    },
  ];
}

export const medications: Figure = {
  id: 'medications',
  title: 'Checks of lists through /v1/medications, one client',
  async measure({ folder, models: { modelsDir } }) {
    const check = await bareService(modelsDir);
    const costs = await openings(modelsDir);
    const daemon = await startShipped(folder('medications'), modelsDir);
    const client = await openClient(daemon, '/v1/medications');
    const bodyOf = (asked: Asked) => Buffer.from(JSON.stringify(asked));
    const [list, patient, wrong] = [thirty, MEDICATION_LIST, misspelled].map(bodyOf);
    try {
      const took = await interleave(
        [
          () => client.read(list ?? Buffer.of()),
          () => check(thirty),
          () => client.read(patient ?? Buffer.of()),
          () => client.read(wrong ?? Buffer.of()),
        ],
        { warmUp: WARM_UP, rounds: ROUNDS },
      );
      const [whole, bare, person, spelled] = took.map(spreadOf);
      const ratio = (whole?.p50 ?? Number.NaN) / (bare?.p50 ?? Number.NaN);
      const times = (spread: Spread | undefined) =>
        `p50 ${milliseconds(spread?.p50 ?? Number.NaN)}, p95 ${milliseconds(spread?.p95 ?? Number.NaN)}`;
      return {
        rows: [
          {
            what: '30 medications (435 pairs), the check in the daemon',
            value: times(bare),
            target: `p50 ≤ ${milliseconds(TARGET_MS)}`,
            met: (bare?.p50 ?? Number.NaN) <= TARGET_MS,
          },
          {
            what: 'the same over HTTPS, audit record on disk',
            value: `${times(whole)}; ÷ the check alone = ${ratio.toFixed(1)}`,
          },
          { what: 'a patient with conditions, allergies and values', value: times(person) },
          { what: '30 misspelled names', value: times(spelled) },
          ...costRows(costs),
        ],
        data: { whole, bare, person, spelled, costs },
      };
    } finally {
      client.close();
      await daemon.stop();
    }
  },
};
