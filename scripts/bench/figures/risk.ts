import type * as CatalogueModule from '../../../src/scores/catalogue.js';
import type * as EvaluateModule from '../../../src/scores/evaluate.js';
import type { Input } from '../../../src/scores/input.js';
import type * as KnownModule from '../../../src/scores/inputs-from-chart.js';
import type { Score } from '../../../src/scores/score.js';
import { WARD_PATIENT } from '../../samples/invented-ward-patient.js';
import { type Client, openClient } from '../client.js';
import { startShipped } from '../daemon.js';
import type { Figure } from '../figure.js';
import { interleave } from '../interleave.js';
import { product } from '../product.js';
import { milliseconds, perSecond, spreadOf } from '../statistics.js';

const ROUNDS = 30;
const WARM_UP = 8;

type Known = ReturnType<typeof KnownModule.inputsFromChart>;

/** A mid-range value, so that every score can be calculated. */
function middling(input: Input): number | boolean | string {
  switch (input.kind) {
    case 'flag':
      return false;
    case 'choice':
      return Object.keys(input.options)[0] ?? '';
    case 'date':
      return '2026-01-15';
    case 'quantity':
      return Math.round((input.min + input.max) / 2 / input.precision) * input.precision;
  }
}

const inputsOf = (score: Score) =>
  Object.entries(score.inputs).map(([name, input]) => [name, middling(input)] as const);

/** Values that do not contradict each other where the middle of each range would. */
const SENSIBLE = {
  systolic_bp: 120,
  diastolic_bp: 80,
  mean_arterial_pressure: 93,
  pregnant: false,
  gcs: 15,
  fio2: 21,
  on_oxygen: false,
  oxygen_flow: 0,
  age: 50,
  sex: 'M',
};

/** One request for every score, with every input that is a variable of the chart. */
function everyScore(scores: readonly Score[]): Buffer {
  const variables = scores.flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { variable }]) => variable !== undefined),
  );
  const inputs = Object.fromEntries(variables.map(([name, input]) => [name, middling(input)]));
  const {
    gcs_eye: _,
    gcs_verbal: __,
    gcs_motor: ___,
    ...kept
  }: Record<string, unknown> = {
    ...inputs,
    ...SENSIBLE,
  };
  return Buffer.from(JSON.stringify({ scores: scores.map(({ id }) => id), inputs: kept }));
}

/** The scores alone, without HTTP, keys, audit or JSON. */
function bare(scores: readonly Score[], evaluate: typeof EvaluateModule.evaluate): number {
  const known: Known[] = scores.map((score) => {
    return new Map(
      inputsOf(score).map(([name, value]) => [name, { value, given: { value }, from: 'bench' }]),
    );
  });
  const startedAt = performance.now();
  scores.forEach((score, at) => {
    const inputs = known[at];
    if (inputs && score.refuses(Object.fromEntries(inputsOf(score))) === undefined) {
      evaluate(score, inputs);
    }
  });
  return performance.now() - startedAt;
}

export const risk: Figure = {
  id: 'risk',
  title: 'Scores and predictions through /v1/risk, one client',
  async measure({ folder, models }) {
    const { SCORES } = await product<typeof CatalogueModule>('scores/catalogue.js');
    const { evaluate } = await product<typeof EvaluateModule>('scores/evaluate.js');
    const daemon = await startShipped(folder('risk'), models.modelsDir);
    const clients: Client[] = [];
    try {
      const client = await openClient(daemon, '/v1/risk');
      const catalogue = await openClient(daemon, '/v1/risk/scores');
      clients.push(client, catalogue);
      const all = everyScore(SCORES);
      const patient = Buffer.from(JSON.stringify({ patient_data: WARD_PATIENT }));
      const single = Buffer.from(
        JSON.stringify({ score: 'deterioration', patient_data: WARD_PATIENT }),
      );
      const [whole = [], alone = [], record = [], model = [], list = []] = await interleave(
        [
          () => client.read(all),
          () => bare(SCORES, evaluate),
          () => client.read(patient),
          () => client.read(single),
          async () => (await catalogue.fetch()).tookMs,
        ],
        { warmUp: WARM_UP, rounds: ROUNDS },
      );
      const { tookMs: _, text } = await catalogue.fetch();
      const [requests, bareMs] = [spreadOf(whole), spreadOf(alone)];
      const rate = SCORES.length / (requests.p50 / 1_000);
      const rows = [
        {
          what: `all ${SCORES.length} scores in one request`,
          value: `p50 ${milliseconds(requests.p50)}, ${perSecond(rate)} scores; ÷ the scores alone = ${(requests.p50 / bareMs.p50).toFixed(2)}`,
        },
        {
          what: 'one patient, everything that the data carry, models too',
          value: `p50 ${milliseconds(spreadOf(record).p50)}, p95 ${milliseconds(spreadOf(record).p95)}`,
        },
        {
          what: 'the deterioration model alone',
          value: `p50 ${milliseconds(spreadOf(model).p50)}`,
        },
        {
          what: 'the catalogue',
          value: `p50 ${milliseconds(spreadOf(list).p50)} for ${(text.length / 1_024).toFixed(0)} KiB`,
        },
      ];
      return { rows, data: { whole, alone, record, model, list } };
    } finally {
      for (const client of clients) client.close();
      await daemon.stop();
    }
  },
};
