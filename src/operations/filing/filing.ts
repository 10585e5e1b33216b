import type { AuditEvent } from '../../audit/audit-log.js';
import type {
  Answer,
  Call,
  DecidedAnswer,
  Operation,
  Work,
  WorkOperation,
} from '../../calls/operation.js';
import type { Scope } from '../../calls/scopes.js';
import type { Clock } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import type { Prepare, Requester } from '../../fhir/interactions/plan.js';
import { recordOf } from '../../fhir/interactions/record.js';
import type { ImagingResult } from '../../imaging/schema.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';
import type { FhirStore } from '../../store/fhir/fhir-store.js';
import { perform } from '../../store/steps.js';
import type { Decision, ReadDecision } from '../../store/unit-of-work.js';
import { type EarlierAlerts, type FiledResource, type FileFacts, nameOf } from './coding.js';
import { earlierAlerts, stateOf } from './earlier-alerts.js';
import { type FilingTask, filedAnswer } from './filed-answer.js';
import { FILERS, type Filer } from './filers.js';
import { fromStudy, type StudyObjects, studySource } from './imaging-study.js';
import { type PatientFile, patientDataOf } from './patient-data.js';
import { requestSource } from './provenance.js';
import { readFile, readIssues } from './read-file.js';
import { renamedError } from './rename.js';
import { otherPatient, type SentPatient } from './same-patient.js';

export interface FilingParts {
  readonly prepare: Prepare;
  readonly store: FhirStore;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Of the appliance. */
  readonly version: string;
}

/** Extends operations so that they accept a `subject`. */
export type Filing = (operations: readonly Operation[]) => Operation[];

/** The common part of all requests that can be filed. */
type FilingRequest = Readonly<Record<string, unknown>> & {
  readonly subject?: string;
  /** False: the answer names what would be filed, and nothing is written. */
  readonly file?: boolean;
};

/** The rest of an operation: from its input to its answer. */
type Handle = (request: FilingRequest) => Promise<Work>;

/** How often an answer is filed anew because another one was filed in the meantime. */
const MAX_ATTEMPTS = 3;

const changedMeanwhile = () =>
  new AppError('conflict', 'The alerts of this patient were changed meanwhile; send it again.');
const unknownPatient = () => invalidField('subject', 'names no patient that is kept here');
const idOf = (subject: string) => subject.slice('Patient/'.length);

/** @throws AppError `validation_error` unless the patient exists */
function* readPatient(subject: string): ReadDecision<FhirResource> {
  const row = yield* perform({ kind: 'fhir.read', type: 'Patient', id: idOf(subject) });
  if (row === undefined || row.deleted) throw unknownPatient();
  return JSON.parse(row.body);
}

/** Everything that is read for an analysis, in one state. */
function* readWholeFile(subject: string): ReadDecision<PatientFile> {
  const patient = yield* readPatient(subject);
  return yield* readFile(patient, idOf(subject));
}

function checkScopes(held: readonly string[], needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !held.includes(scope));
  if (missing === undefined) return;
  throw new AppError('insufficient_scope', `With a subject this key needs the scope ${missing}.`);
}

/** To read a record, and to write to it. */
function neededScopes({ file }: FilingRequest, isRead: boolean): Scope[] {
  if (file === false) return ['fhir.read'];
  return isRead ? ['fhir.write', 'fhir.read'] : ['fhir.write'];
}

const requesterOf = ({ mode, actor, requestId, remoteAddress }: Call): Requester => ({
  mode,
  actor,
  requestId,
  base: '',
  ...(remoteAddress !== undefined && { remoteAddress }),
});

/** Filed resources are derived from the answer, so it must be complete before the transaction. */
async function answerTo(request: FilingRequest, handle: Handle): Promise<Answer> {
  const work = await handle(request);
  if ('decide' in work)
    throw new Error('An answer that is decided in its transaction is not filed.');
  return work;
}

function* decideFiling(
  answer: Answer,
  changes: readonly ReturnType<Prepare>[],
  subject: string,
  requester: Requester,
): Decision<Answer> {
  const [type, id] = ['Patient', idOf(subject)];
  yield* perform({ kind: 'fhir.require', type, id, refusal: unknownPatient() });
  const recordsAfter: AuditEvent[] = [];
  for (const change of changes) {
    const { audit, status } = yield* change();
    recordsAfter.push(recordOf(requester, { ...audit, status }));
  }
  return { ...answer, recordsAfter };
}

/** Files an answer provided that the alerts of the patient are still those that it was made for. */
function* decideUnchanged(
  alerts: EarlierAlerts,
  subject: string,
  work: DecidedAnswer,
): Decision<Answer> {
  const now = earlierAlerts(yield* readIssues(idOf(subject)));
  if (stateOf(now) !== stateOf(alerts)) throw changedMeanwhile();
  return yield* work.decide();
}

/** Resources that are replaced when they are filed again; all others are created. */
const REPLACED: ReadonlySet<string> = new Set(['ImagingStudy']);

/** Validates and indexes a resource; an invalid one is an internal error, as Wardbox created it. */
function prepareAll(
  resources: readonly FiledResource[],
  requester: Requester,
  prepare: Prepare,
  replaced: ReadonlySet<string> = new Set(),
) {
  try {
    return resources.map((value) => {
      const { resourceType: type, id } = value;
      const resource = { value, text: JSON.stringify(value) };
      const method = REPLACED.has(type) || replaced.has(nameOf(value)) ? 'PUT' : 'POST';
      return prepare({ method, type, id, resource }, requester);
    });
  } catch (cause) {
    throw new AppError('internal_error', 'The answer could not be filed.', { cause });
  }
}

/** Files the answers of one operation. */
class OperationFiling {
  readonly #parts: FilingParts;
  readonly #operationId: string;
  readonly #filer: Filer;

  constructor(parts: FilingParts, operationId: string, filer: Filer) {
    this.#parts = parts;
    this.#operationId = operationId;
    this.#filer = filer;
  }

  /** The operation's own checks are applied to its input with the data of the record added. */
  async check(
    precheck: WorkOperation['precheck'],
    call: Call,
    request: FilingRequest,
  ): Promise<void> {
    const { subject } = request;
    if (subject === undefined) return precheck?.(call, request);
    const isRead = this.#open(call, request, subject);
    await this.#parts.store.decide(call.mode, readPatient(subject));
    if (!isRead) await precheck?.(call, request);
  }

  /** Answers with the data of the patient's record, and files the answer in it. */
  async answer(call: Call, request: FilingRequest, handle: Handle): Promise<Work> {
    const { subject } = request;
    if (subject === undefined) return handle(request);
    const { store, clock } = this.#parts;
    const isRead = this.#open(call, request, subject);
    if (isRead) return this.#answerFromFile(call, { ...request, subject }, handle);
    const patient = await store.decide(call.mode, readPatient(subject));
    const refusal = otherPatient(request as SentPatient, patient, clock());
    if (refusal !== undefined) throw refusal;
    const answer = await answerTo(request, handle);
    return this.#file(answer, call, request, { subject, data: undefined });
  }

  async #answerFromFile(
    call: Call,
    request: FilingRequest & { readonly subject: string },
    handle: Handle,
  ): Promise<Work> {
    const { subject } = request;
    const { store, clock } = this.#parts;
    const file = await store.decide(call.mode, readWholeFile(subject));
    const data = patientDataOf(file, clock(), this.#filer.readsPast);
    const names = data.readFrom.map(({ resource }) => resource);
    const refusal = otherPatient(request as SentPatient, file.patient, clock());
    if (refusal !== undefined) throw refusal;
    const input = { ...request, ...this.#filer.inputOf(data) };
    const answer = await answerTo(input, handle).catch((thrown: unknown) => {
      throw renamedError(thrown, names);
    });
    if (this.#filer.updatesAlerts && request.file !== false) {
      return this.#fileWithAlerts(answer, call, request, { subject, data });
    }
    return this.#file(answer, call, request, { subject, data });
  }

  /**
   * Opens the patient's record, provided that the key has the required scopes.
   *
   * @returns whether the operation gets its data from the record
   */
  #open(call: Call, request: FilingRequest, subject: string): boolean {
    const isRead = this.#filer.data?.every((name) => request[name] === undefined) ?? false;
    checkScopes(call.scopes, neededScopes(request, isRead));
    call.concerns(subject);
    return isRead;
  }

  /** Files an answer, together with the alerts that are in the file already. */
  async #fileWithAlerts(
    original: Answer,
    call: Call,
    request: FilingRequest,
    { subject, data }: Pick<FilingTask, 'subject' | 'data'>,
    attempts = MAX_ATTEMPTS,
  ): Promise<Work> {
    const issues = await this.#parts.store.decide(call.mode, readIssues(idOf(subject)));
    const alerts = earlierAlerts(issues);
    const work = this.#file(original, call, request, { subject, data, alerts });
    if (!('decide' in work)) return work;
    return {
      decide: () => decideUnchanged(alerts, subject, work),
      retry: (thrown) =>
        attempts > 1 && thrown instanceof AppError && thrown.code === 'conflict'
          ? () => this.#fileWithAlerts(original, call, request, { subject, data }, attempts - 1)
          : undefined,
    };
  }

  /**
   * The answer together with what it files, each resource with its own audit record; or the answer
   * alone, where filing is left to a person.
   */
  #file(
    original: Answer,
    call: Call,
    { file }: FilingRequest,
    { subject, data, alerts }: Pick<FilingTask, 'subject' | 'data' | 'alerts'>,
  ): Work {
    const source = requestSource(call.requestSha256 ?? '');
    const operation = { operationId: this.#operationId, filer: this.#filer };
    const task = {
      ...operation,
      subject,
      source,
      data,
      isFiled: file !== false,
      ...(alerts !== undefined && { alerts }),
    };
    const { answer, resources } = filedAnswer(original, task, this.#parts);
    if (!task.isFiled) return answer;
    const requester = requesterOf(call);
    const replaced = new Set([...(alerts?.values() ?? [])].map(({ id }) => `DetectedIssue/${id}`));
    const changes = prepareAll(resources, requester, this.#parts.prepare, replaced);
    return { decide: () => decideFiling(answer, changes, subject, requester) };
  }
}

function withSubject(operation: Operation, parts: FilingParts): Operation {
  const filer = FILERS[operation.operationId];
  if (filer === undefined || operation.method !== 'POST') return operation;
  const filing = new OperationFiling(parts, operation.operationId, filer);
  const { precheck } = operation;
  const check = precheck && {
    precheck: (call: Call, input: unknown) => filing.check(precheck, call, input as FilingRequest),
  };
  return {
    ...operation,
    ...check,
    handle: (call: Call, input: unknown) =>
      filing.answer(call, input as FilingRequest, (request) => operation.handle(call, request)),
  };
}

/** A study of images that a DICOM node has sent, and the patient of whom they are. */
export interface ReadStudy {
  /** `Patient/123` */
  readonly subject: string;
  /** All objects of the study that are held, and those that were made of the answer. */
  readonly objects: StudyObjects;
}

/** Files the answer to a reading that the appliance began by itself. */
export type FileReading = (answer: Answer, call: Call, study: ReadStudy) => Work;

/** Files readings with the patient of their images. */
export const createReadingFiling =
  (parts: FilingParts, operationId: string): FileReading =>
  (original, call, { subject, objects }) => {
    const filer = {
      resources: (result: unknown, file: FileFacts) =>
        fromStudy(result as ImagingResult, file, objects),
    };
    const source = studySource(objects);
    const task = { operationId, filer, subject, source, data: undefined, isFiled: true };
    const { answer, resources } = filedAnswer(original, task, parts);
    const requester = requesterOf(call);
    const changes = prepareAll(resources, requester, parts.prepare);
    return {
      decide: () => decideFiling(answer, changes, subject, requester),
      // Without the patient, who was deleted meanwhile, the reading still stands.
      retry: (thrown) =>
        thrown instanceof AppError && thrown.code === 'validation_error'
          ? async () => original
          : undefined,
    };
  };

/** Files answers in the patient's record, in one commit with the audit record of the answer. */
export const createFiling =
  (parts: FilingParts): Filing =>
  (operations) =>
    operations.map((operation) => withSubject(operation, parts));
