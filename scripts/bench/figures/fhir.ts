import { createClient } from '../../../test/support/https-client.js';
import type { BareFhir, BareFhirSetup } from '../children/bare-fhir.js';
import type { LoadAnswer, LoadQuestion, LoadRequest } from '../children/load.js';
import { type Daemon, startShipped } from '../daemon.js';
import { CODES, chartTransaction, dayOf, IDENTIFIERS, observation } from '../fhir-content.js';
import { importBeside } from '../fhir-import.js';
import type { Figure, Row } from '../figure.js';
import { type Child, startChild } from '../processes.js';
import { median, milliseconds, perSecond } from '../statistics.js';
import { syncTimeMs } from '../sync-time.js';

const CLIENTS = [1, 8, 32] as const;
const PATIENTS = 60;
const OBSERVATIONS_EACH = 99;
const WARM_UP_S = 1;
const ROUND_S = 2;
const ROUNDS = 3;
const TARGET_READ_SHARE = 0.35;
const TARGET_CREATE_SHARE = 0.2;
/** Blaze on 16 to 24 cores, one client. */
const TARGET_READS_PER_SECOND = 1_405;
const TARGET_TRANSACTIONS_PER_SECOND = 178;

const FHIR_JSON = 'application/fhir+json';

type Kind =
  | 'read'
  | 'create'
  | 'by patient, code and date'
  | 'by identifier'
  | 'transaction of 2'
  | 'transaction of 100'
  | 'bare read'
  | 'bare read that leaves a record'
  | 'bare insert';

interface Side {
  readonly kind: Kind;
  readonly url: string;
  readonly key: string;
  readonly requests: readonly LoadRequest[];
}

interface Seeded {
  readonly patients: readonly string[];
  readonly observations: readonly string[];
  readonly text: string;
}

interface Answered {
  readonly entry: readonly { readonly response: { readonly location: string } }[];
}

/** Fills the store through the interface itself. */
async function seed({ url, caFile, key: makeKey }: Daemon): Promise<Seeded> {
  const [request, key] = await Promise.all([createClient(url, caFile), makeKey()]);
  const headers = { 'content-type': FHIR_JSON };
  const names: string[] = [];
  for (let number = 0; number < PATIENTS; number += 1) {
    const body = Buffer.from(chartTransaction(number, OBSERVATIONS_EACH));
    const { status, text } = await request('/v1/fhir', { key, headers, body });
    if (status !== 200) throw new Error(`${status}: ${text}`);
    const { entry } = JSON.parse(text) as Answered;
    names.push(...entry.map(({ response }) => response.location.replace(/\/_history.*$/, '')));
  }
  const of = (type: string) => names.filter((name) => name.includes(`${type}/`));
  const observations = of('Observation').map((name) => name.slice(name.indexOf('Observation/')));
  const patients = of('Patient').map((name) => name.slice(name.indexOf('Patient/')));
  const { text } = await request(`/v1/fhir/${observations[0]}`, { key });
  return { patients, observations, text };
}

const get = (path: string): LoadRequest => ({ method: 'GET', path });
const post = (path: string, body: string): LoadRequest => ({ method: 'POST', path, body });

function sidesOf(
  daemon: { readonly url: string; readonly key: string },
  bare: BareFhir,
  { patients, observations, text }: Seeded,
): Side[] {
  const base = '/v1/fhir';
  const search = (patient: string, n: number) =>
    `${base}/Observation?patient=${patient}&code=${CODES[n % CODES.length]}&date=ge${dayOf(n % 20)}`;
  const identifier = (n: number) => encodeURIComponent(`${IDENTIFIERS}|MRN-${n}`);
  const appliance = (kind: Kind, requests: readonly LoadRequest[]) => ({
    kind,
    ...daemon,
    requests,
  });
  const plain = (kind: Kind, requests: readonly LoadRequest[]) => ({
    kind,
    url: bare.url,
    key: 'none',
    requests,
  });
  const made = JSON.stringify(observation(patients[0] ?? '', 7));
  const two = Array.from({ length: 20 }, (_, n) => post(base, chartTransaction(n, 1)));
  const hundred = Array.from({ length: 5 }, (_, n) => post(base, chartTransaction(n, 99)));
  return [
    appliance(
      'read',
      observations.slice(0, 1_000).map((name) => get(`${base}/${name}`)),
    ),
    plain(
      'bare read',
      bare.ids.map((id) => get(`/resource/${id}`)),
    ),
    plain(
      'bare read that leaves a record',
      bare.ids.map((id) => get(`/audited/${id}`)),
    ),
    appliance('create', [post(`${base}/Observation`, made)]),
    plain('bare insert', [post('/resource', text)]),
    appliance(
      'by patient, code and date',
      patients.map((name, n) => get(search(name, n))),
    ),
    appliance(
      'by identifier',
      patients.map((_, n) => get(`${base}/Patient?identifier=${identifier(n)}`)),
    ),
    appliance('transaction of 2', two),
    appliance('transaction of 100', hundred),
  ];
}

type Measured = ReadonlyMap<Kind, LoadAnswer>;

/** All sides in turns, so that a busy machine slows all of them. */
async function measureAt(load: Child, sides: readonly Side[], connections: number) {
  const rounds = new Map<Kind, LoadAnswer[]>(sides.map(({ kind }) => [kind, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { kind, ...target } of sides) {
      const seconds = round === 0 ? WARM_UP_S : ROUND_S;
      const question: LoadQuestion = { ...target, contentType: FHIR_JSON, connections, seconds };
      const answer = await load.ask<LoadAnswer>(question);
      if (round > 0) rounds.get(kind)?.push(answer);
    }
  }
  const middle = (answers: readonly LoadAnswer[], of: keyof LoadAnswer) =>
    median(answers.map((answer) => answer[of]));
  return new Map(
    [...rounds].map(([kind, answers]) => {
      const [rate, p50Ms, p99Ms] = [
        middle(answers, 'perSecond'),
        middle(answers, 'p50Ms'),
        middle(answers, 'p99Ms'),
      ];
      const requests = answers.reduce((sum, answer) => sum + answer.requests, 0);
      return [kind, { perSecond: rate, requests, p50Ms, p99Ms }];
    }),
  );
}

const KINDS: readonly Kind[] = [
  'read',
  'create',
  'by patient, code and date',
  'by identifier',
  'transaction of 2',
  'transaction of 100',
  'bare read',
  'bare read that leaves a record',
  'bare insert',
];

function share(measured: Measured, kind: Kind, of: Kind): number {
  const rate = (one: Kind) => measured.get(one)?.perSecond ?? Number.NaN;
  return rate(kind) / rate(of);
}

function shareRow(what: string, value: number, least: number): Row {
  const percent = (ratio: number) => `${(100 * ratio).toFixed(0)} %`;
  return { what, value: percent(value), target: `≥ ${percent(least)}`, met: value >= least };
}

const MIN_ALONE: Partial<Record<Kind, number>> = {
  read: TARGET_READS_PER_SECOND,
  'transaction of 2': TARGET_TRANSACTIONS_PER_SECOND,
};

/** The load's clock knows whole milliseconds. */
const latency = (ms: number) => (ms < 1 ? '< 1 ms' : milliseconds(ms));

function rowsAt(clients: number, measured: Measured): Row[] {
  const who = clients === 1 ? '1 client' : `${clients} clients`;
  const rates = KINDS.flatMap((kind): Row[] => {
    const answer = measured.get(kind);
    if (answer === undefined) return [];
    const { perSecond: rate, p50Ms, p99Ms } = answer;
    const value = `${perSecond(rate)}, p50 ${latency(p50Ms)}, p99 ${latency(p99Ms)}`;
    const least = clients === 1 ? MIN_ALONE[kind] : undefined;
    const row = { what: `${kind}, ${who}`, value };
    return [least === undefined ? row : { ...row, target: `> ${least}/s`, met: rate > least }];
  });
  const read = share(measured, 'read', 'bare read');
  const recorded = share(measured, 'read', 'bare read that leaves a record');
  return [
    ...rates,
    shareRow(`read ÷ bare read, ${who}`, read, TARGET_READ_SHARE),
    { what: `read ÷ bare read that leaves a record, ${who}`, value: recorded.toFixed(2) },
    shareRow(
      `create ÷ bare insert, ${who}`,
      share(measured, 'create', 'bare insert'),
      TARGET_CREATE_SHARE,
    ),
  ];
}

export const fhir: Figure = {
  id: 'fhir',
  title: 'FHIR beside a bare Hono + better-sqlite3 of the same bytes',
  async measure({ folder, models: { modelsDir } }) {
    const place = folder('fhir');
    const syncMs = syncTimeMs(place);
    const daemon = await startShipped(place, modelsDir);
    const [load, bare] = [startChild('load'), startChild('bare-fhir')];
    try {
      const seeded = await seed(daemon);
      const bodies = seeded.observations.slice(0, 1_000).map(() => seeded.text);
      const setup: BareFhirSetup = { folder: folder('bare-fhir'), bodies };
      const running = await bare.ask<BareFhir>(setup);
      const appliance = { url: daemon.url, key: await daemon.key() };
      const sides = sidesOf(appliance, running, seeded);
      const rows: Row[] = [{ what: 'one sync of the disk, p50', value: `${syncMs.toFixed(2)} ms` }];
      const data: Record<string, unknown> = { syncMs };
      for (const clients of CLIENTS) {
        const measured = await measureAt(load, sides, clients);
        rows.push(...rowsAt(clients, measured));
        data[`clients${clients}`] = Object.fromEntries(measured);
      }
      const imported = await importBeside(daemon, folder('fhir-import'));
      const what = `import of ${imported.resources} from a file, daemon running`;
      rows.push({ what, value: perSecond(imported.perSecond) });
      return { rows, data: { ...data, imported } };
    } finally {
      await load.end();
      await bare.end();
      await daemon.stop();
    }
  },
};
