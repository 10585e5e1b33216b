import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answered, FhirDaemon, Told } from '../fhir/daemon.js';

/** A request to be carried out once, however often it is sent: its name is its idempotency key. */
export interface Order {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** How many FHIR resources come of it; absent where the answer alone can say. */
  readonly makes?: number;
}

/** What was answered before the daemon ended, and what was left open. */
export interface Ledger {
  readonly answered: Map<Order, Told>;
  readonly open: Order[];
}

export const SYSTEM = 'https://hospital.test/order';

/** How a connection ends whose daemon was killed. */
const BROKEN = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];

export const isBroken = (error: unknown): boolean =>
  error instanceof Error && BROKEN.includes(String((error as NodeJS.ErrnoException).code));

export const patient = (value: string, more: object = {}) => ({
  resourceType: 'Patient',
  identifier: [{ system: SYSTEM, value }],
  ...more,
});

const NEWS2 = {
  respiratory_rate: 22,
  oxygen_saturation: 93,
  on_oxygen: true,
  systolic_bp: 105,
  heart_rate: 110,
  consciousness: 'A',
  temperature: 38.5,
};

const SYMPTOMS = ['fever', 'productive cough for 3 days', 'breathlessness'];

function observation(subject: string, nth: number) {
  return {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference: subject },
    valueQuantity: { value: 60 + (nth % 60), system: 'http://unitsofmeasure.org', code: '/min' },
  };
}

function transaction(name: string) {
  const URN = 'urn:uuid:5a0a4b5e-7c1b-4a52-9f0e-2b8c6d1f3e77';
  const post = (resource: object, more: object = {}) => ({
    ...more,
    resource,
    request: { method: 'POST', url: (resource as { resourceType: string }).resourceType },
  });
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      post(patient(name), { fullUrl: URN }),
      ...[0, 1, 2].map((nth) => post(observation(URN, nth))),
    ],
  };
}

/** The kinds of work, in turn; `subject` is the writer's own patient. */
const KINDS: ReadonlyArray<(name: string, subject: string, nth: number) => Omit<Order, 'name'>> = [
  (name) => ({ path: '/v1/fhir/Patient', body: patient(name), makes: 1 }),
  (_, subject) => ({
    path: '/v1/risk',
    body: { score: 'news2', inputs: NEWS2, subject },
  }),
  (name) => ({ path: '/v1/fhir', body: transaction(name), makes: 4 }),
  (_, subject) => ({
    path: '/v1/analyze',
    body: { patient_data: { symptoms: SYMPTOMS, demographics: { age: 71 } }, subject },
  }),
  (_, subject, nth) => ({
    path: '/v1/fhir/Observation',
    body: observation(subject, nth),
    makes: 1,
  }),
];

function orderOf(name: string, subject: string, nth: number): Order {
  const make = KINDS[nth % KINDS.length];
  if (make === undefined) throw new RangeError('no kind of work');
  return { name, ...make(name, subject, nth) };
}

const send = ({ ask }: Pick<MixedBox, 'ask'>, { path, body, name }: Order) =>
  ask('POST', path, body, { 'idempotency-key': name });

/** Sends an order; fails for any answer but a good one. */
export async function place(box: Pick<MixedBox, 'ask'>, order: Order): Promise<Told> {
  const answer = await send(box, order);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

/** The answer, or nothing of a daemon that is ending: by a broken line or in words. */
async function tried(box: MixedBox, order: Order): Promise<Told | undefined> {
  try {
    const answer = await send(box, order);
    if (answer.status === 503 && answer.text.includes('The appliance is stopping'))
      return undefined;
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  } catch (error) {
    if (isBroken(error)) return undefined;
    throw error;
  }
}

/** A daemon that takes requests by their full path, and can be ended. */
export interface MixedBox {
  readonly ask: FhirDaemon['ask'];
  end(): void;
}

/** The names of the resources that an answer says were made. */
export function madeBy({ body }: Told): string[] {
  const { filed, type, entry, resourceType, id } = body as Answered;
  if (filed !== undefined) return filed;
  if (type !== 'transaction-response') return [`${resourceType}/${id}`];
  return entry.map(({ response }: Answered) => {
    const [, named = ''] = response.location.split('/v1/fhir/');
    return named.replace(/\/_history\/.*$/, '');
  });
}

export interface Load {
  readonly clients: number;
  /** Part of the names of its orders. */
  readonly run: string;
  readonly enough: number;
  readonly pauseMs: number;
}

/**
 * Keeps so many clients busy with all kinds of work, each order under a name of its own, until
 * `enough` are answered; so many milliseconds later it ends the daemon in the midst of it.
 */
export async function workUntilEnded(
  box: MixedBox,
  { clients, run, enough, pauseMs }: Load,
): Promise<Ledger> {
  const ledger: Ledger = { answered: new Map(), open: [] };
  const work = async (client: number) => {
    const subject = `Patient/subject-${client}`;
    for (let nth = client; ; nth += 1) {
      const order = orderOf(`${run}-${client}-${nth}`, subject, nth);
      const answer = await tried(box, order);
      if (answer === undefined) {
        ledger.open.push(order);
        return;
      }
      ledger.answered.set(order, answer);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  const reached = async () => {
    while (ledger.answered.size < enough) await sleep(1);
  };
  await Promise.race([reached(), all]);
  // An answer has just come in: without the pause the end would always come at the same point.
  await sleep(pauseMs);
  box.end();
  await all;
  return ledger;
}
