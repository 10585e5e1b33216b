import { type Answer, type Call, type Operation, postOperation } from '../../calls/operation.js';
import type { AlertSeverity } from '../../core/alert-severity.js';
import type { Clock } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import { parse } from '../../core/schema.js';
import type { Analyst } from '../../differential/analyst.js';
import { type AnalyzeResult, analyzeRequest } from '../../differential/schema.js';
import type { MedicationsInput } from '../../medications/check-task.js';
import type { MedicationsResult } from '../../medications/schema.js';
import type { FhirStore } from '../../store/fhir/fhir-store.js';
import { perform } from '../../store/steps.js';
import type { Decision, ReadDecision } from '../../store/unit-of-work.js';
import { couldHideAlert } from '../filing/filers.js';
import { type PatientFile, patientDataOf } from '../filing/patient-data.js';
import { readFile } from '../filing/read-file.js';
import { medicineCards, stateCards } from './cards.js';
import { type DraftOrders, draftOrdersOf } from './draft-orders.js';
import { type ClientServer, fetchRecord, noRecord } from './fetch-record.js';
import { type Prefetched, prefetchedFile } from './prefetched.js';
import {
  type Card,
  type CdsFeedback,
  type CdsRequest,
  cdsFeedback,
  cdsFeedbackAnswer,
  cdsRequest,
  cdsResponse,
  cdsServices,
} from './schema.js';
import { CDS_SERVICES, type CdsService, PREFETCH_KEYS } from './services.js';

export interface CdsParts {
  readonly analyst: Analyst;
  readonly checkMedicines: (
    input: MedicationsInput,
    signal: AbortSignal,
  ) => MedicationsResult | Promise<MedicationsResult>;
  readonly store: Pick<FhirStore, 'decide'>;
  /** Whether a URL is the FHIR server of this appliance. */
  readonly isOwnServer: (url: string) => boolean;
  /** The FHIR servers of clients that may be read. */
  readonly servers: readonly ClientServer[];
  /** The least severe alert on a medicine that is shown. */
  readonly showFrom: AlertSeverity;
  readonly bodyBytes: number;
  readonly clock: Clock;
}

const FEEDBACK_BYTES = 256 * 1024;
const NO_DRAFTS: DraftOrders = { orders: [], unread: [] };

function serviceOf(id: string | undefined): CdsService {
  const service = CDS_SERVICES.find((one) => one.id === id);
  if (service !== undefined) return service;
  throw new AppError('not_found', 'There is no such service: GET /v1/cds-services lists them.');
}

/** The record of a patient who is stored here; undefined for one who is not. */
function* readStored(id: string): ReadDecision<PatientFile | undefined> {
  const row = yield* perform({ kind: 'fhir.read', type: 'Patient', id });
  if (row === undefined || row.deleted) return undefined;
  return yield* readFile(JSON.parse(row.body), id);
}

/** The services of CDS Hooks, on the check of medicines and the analysis of a patient. */
class CdsHooks {
  readonly #parts: CdsParts;

  constructor(parts: CdsParts) {
    this.#parts = parts;
  }

  async answer(call: Call, request: CdsRequest): Promise<Answer> {
    const service = serviceOf(call.params.id);
    if (request.hook !== service.hook) throw invalidField('hook', `must be ${service.hook}`);
    const cards = await this.#cardsOf(service, call, request);
    return this.#answerWith(cards, service, call);
  }

  #answerWith(cards: readonly Card[], { id: service }: CdsService, { mode }: Call): Answer {
    const shownAt = this.#parts.clock();
    const rows = cards.map(({ uuid, indicator, source }) => {
      const ruleId = source.topic.code;
      return { cardId: uuid, mode, service, ruleId, indicator, shownAt };
    });
    return {
      body: { cards },
      ...(rows.length > 0 && { writes: [{ kind: 'cds-card.insert', cards: rows }] }),
    };
  }

  #cardsOf(
    { subject, hook }: CdsService,
    call: Call,
    request: CdsRequest,
  ): Promise<readonly Card[]> | readonly Card[] {
    if (subject === 'state') return this.#judgeState(call, request);
    if (subject === 'medicines') return this.#checkMedicines(call, request, NO_DRAFTS, undefined);
    const { context } = request;
    if (context.draftOrders === undefined) throw invalidField('context.draftOrders', 'is required');
    const isSelection = hook === 'order-select';
    if (isSelection && context.selections === undefined) {
      throw invalidField('context.selections', 'is required');
    }
    const drafts = draftOrdersOf(context, this.#parts.clock());
    // Orders of other things than medicines are not judged here.
    if (drafts.orders.length + drafts.unread.length === 0) return [];
    return this.#checkMedicines(
      call,
      request,
      drafts,
      isSelection ? context.selections : undefined,
    );
  }

  async #judgeState(call: Call, request: CdsRequest): Promise<readonly Card[]> {
    const file = await this.#readFile(call, request);
    const { data } = patientDataOf(file, this.#parts.clock());
    try {
      const { json } = await this.#parts.analyst.analyze(
        parse(analyzeRequest, { patient_data: data }),
        call,
      );
      return stateCards(JSON.parse(json) as AnalyzeResult);
    } catch (error) {
      // A record without values or complaints has no state to judge.
      if (error instanceof AppError && error.code === 'validation_error') return [];
      throw error;
    }
  }

  async #checkMedicines(
    call: Call,
    request: CdsRequest,
    drafts: DraftOrders,
    selections: readonly string[] | undefined,
  ): Promise<readonly Card[]> {
    const { checkMedicines, showFrom, clock } = this.#parts;
    const file = await this.#readFile(call, request);
    const ordered = new Set(drafts.orders.map(({ reference }) => reference));
    // An order that is signed again counts as it is now.
    const medicines = file.medicines.filter(
      ({ resourceType, id }) => !ordered.has(`${String(resourceType)}/${String(id)}`),
    );
    const { data, notAssessed } = patientDataOf({ ...file, medicines }, clock(), true);
    const result = await checkMedicines(
      {
        request: { proposed: drafts.orders.map(({ line }) => line) },
        record: { data, leftOut: notAssessed.filter(couldHideAlert) },
      },
      call.signal,
    );
    return medicineCards(result, { drafts, selections, showFrom });
  }

  /**
   * The record of the patient in the context: prefetched, or else of the FHIR server that the client names.
   *
   * @throws AppError `precondition_failed` where it cannot be read
   */
  async #readFile(call: Call, request: CdsRequest): Promise<PatientFile> {
    const { fhirServer, context, prefetch = {} } = request;
    const { patientId } = context;
    const missing = PREFETCH_KEYS.filter((key) => !Object.hasOwn(prefetch, key));
    if (missing.length === 0) return prefetchedFile(prefetch, patientId);
    if (fhirServer === undefined ? missing.includes('patient') : this.#isOwn(fhirServer)) {
      return this.#readOwn(call, patientId);
    }
    const fetched = await this.#askClientServer(call, request, missing);
    const all = { ...prefetch, ...fetched };
    if (!Object.hasOwn(all, 'patient')) {
      throw noRecord('prefetch.patient was not sent, and fhirServer may not be read');
    }
    return prefetchedFile(all, patientId);
  }

  #isOwn(url: string): boolean {
    return this.#parts.isOwnServer(url.replace(/\/+$/, ''));
  }

  async #readOwn(call: Call, patientId: string): Promise<PatientFile> {
    if (!call.scopes.includes('fhir.read')) {
      const message =
        'To read the record that was not prefetched, this key needs the scope fhir.read.';
      throw new AppError('insufficient_scope', message);
    }
    call.concerns(`Patient/${patientId}`);
    const file = await this.#parts.store.decide(call.mode, readStored(patientId));
    if (file === undefined) throw noRecord('the patient is not kept here');
    return file;
  }

  /** What may be read of the missing parts; nothing where the client's server may not be read. */
  async #askClientServer(
    call: Call,
    { fhirServer, fhirAuthorization, context }: CdsRequest,
    keys: typeof PREFETCH_KEYS,
  ): Promise<Prefetched> {
    const base = fhirServer?.replace(/\/+$/, '');
    const server = this.#parts.servers.find(({ url }) => url === base);
    if (server === undefined || fhirAuthorization === undefined) return {};
    const { access_token: token } = fhirAuthorization;
    return fetchRecord(server, { keys, patientId: context.patientId, token }, call.signal);
  }
}

/** Notes what became of cards; all of them, or none. */
function* conclude(call: Call, { feedback }: CdsFeedback, now: number): Decision<Answer> {
  const { id: service } = serviceOf(call.params.id);
  for (const [index, entry] of feedback.entries()) {
    const { card: cardId, outcome, overrideReason, outcomeTimestamp } = entry;
    const at = outcomeTimestamp === undefined ? now : Date.parse(outcomeTimestamp);
    const reason = outcome === 'overridden' ? (overrideReason?.reason?.code ?? null) : null;
    const known = yield* perform({
      kind: 'cds-card.conclude',
      mode: call.mode,
      service,
      cardId,
      outcome,
      reason,
      at,
    });
    if (!known) throw invalidField(`feedback.${index}.card`, 'is no card of this service');
  }
  return { body: {} };
}

const EXAMPLE = {
  hook: 'order-sign',
  hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
  context: {
    userId: 'Practitioner/example',
    patientId: 'example',
    draftOrders: {
      resourceType: 'Bundle',
      entry: [
        {
          resource: {
            resourceType: 'MedicationRequest',
            id: 'draft-1',
            status: 'draft',
            intent: 'order',
            subject: { reference: 'Patient/example' },
            medicationCodeableConcept: { text: 'ibuprofen 400 mg' },
          },
        },
      ],
    },
  },
  prefetch: {
    patient: { resourceType: 'Patient', id: 'example', gender: 'female', birthDate: '1950-02-01' },
    conditions: null,
    allergies: null,
    medicationRequests: {
      resourceType: 'Bundle',
      type: 'searchset',
      entry: [
        {
          resource: {
            resourceType: 'MedicationRequest',
            id: 'warfarin',
            status: 'active',
            intent: 'order',
            subject: { reference: 'Patient/example' },
            medicationCodeableConcept: { text: 'warfarin 5 mg daily' },
          },
        },
      ],
    },
    medicationStatements: null,
    observations: null,
  },
};

const FEEDBACK_EXAMPLE = {
  feedback: [
    {
      card: 'CARD',
      outcome: 'overridden',
      overrideReason: { reason: { code: 'will-monitor' } },
    },
  ],
};

/** The operations of CDS Hooks 2.0: https://cds-hooks.hl7.org/2.0/. */
export function cdsOperations(parts: CdsParts): Operation[] {
  const hooks = new CdsHooks(parts);
  return [
    {
      method: 'GET',
      path: '/cds-services',
      operationId: 'cds.list_services',
      summary: 'Services of CDS Hooks',
      description: 'The discovery of CDS Hooks 2.0: hooks, and what may be prefetched.',
      scope: 'cds',
      response: cdsServices,
      async handle() {
        return { body: { services: CDS_SERVICES.map(({ subject: _, ...listed }) => listed) } };
      },
    },
    postOperation({
      path: '/cds-services/{id}',
      operationId: 'cds.call_service',
      summary: 'Call a service of CDS Hooks',
      description:
        'Cards for an electronic health record: alerts on draft orders, on all medicines, or on the state of ' +
        'the patient, each with its rule, sources and reasons to override it. What could not be judged is ' +
        'a card too.',
      scope: 'cds',
      request: cdsRequest,
      example: EXAMPLE,
      response: cdsResponse,
      problems: { 412: 'The record of the patient cannot be read.' },
      bodyLimitBytes: parts.bodyBytes,
      handle: (call, request) => hooks.answer(call, request),
    }),
    postOperation({
      path: '/cds-services/{id}/feedback',
      operationId: 'cds.send_feedback',
      summary: 'Say what became of cards',
      description:
        'Accepted or overridden, and why, for `wardbox cds report`. All entries are kept, or none.',
      scope: 'cds',
      request: cdsFeedback,
      example: FEEDBACK_EXAMPLE,
      response: cdsFeedbackAnswer,
      bodyLimitBytes: FEEDBACK_BYTES,
      async handle(call, feedback) {
        return { decide: () => conclude(call, feedback, parts.clock()) };
      },
    }),
  ];
}
