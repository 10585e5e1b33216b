import type { AuditEvent } from '../../audit/audit-log.js';
import { perform } from '../../calls/decide.js';
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
import type { TranscribeResult } from '../../dictation/schema.js';
import type { AnalyzeResult } from '../../differential/schema.js';
import type { Prepare, Requester } from '../../fhir/interactions/plan.js';
import { recordOf } from '../../fhir/interactions/record.js';
import type { ImagingResult } from '../../imaging/schema.js';
import type { FhirResource } from '../../patient-record/chart/schema.js';
import type { RiskResult } from '../../scores/schema.js';
import type { FhirReader, FhirStore } from '../../store/fhir/store.js';
import type { Decision } from '../../store/unit-of-work.js';
import { type FiledResource, type FileFacts, nameOf } from './coding.js';
import { fromAnalysis } from './from-analysis.js';
import { fromImaging } from './from-imaging.js';
import { fromRisk } from './from-risk.js';
import { fromTranscript } from './from-transcript.js';
import { type FileData, patientDataOf } from './patient-data.js';
import { provenanceOf } from './provenance.js';
import { readFile } from './read-file.js';
import { renamedError, renameIn } from './rename.js';

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

interface Filer {
  /** Fields of the request that are data of the patient: without any, the file is read. */
  readonly data?: readonly string[];
  resources(result: unknown, file: FileFacts): FiledResource[];
}

const filer = <R>(
  resources: (result: R, file: FileFacts) => FiledResource[],
  ...data: readonly string[]
): Filer => ({
  resources: (result, file) => resources(result as R, file),
  ...(data.length > 0 && { data }),
});

/** By operation. */
const FILERS: Readonly<Record<string, Filer>> = {
  'analyze.create': filer<AnalyzeResult>(fromAnalysis, 'patient_data'),
  'imaging.create': filer<ImagingResult>(fromImaging),
  'risk.create': filer<RiskResult>(fromRisk, 'inputs', 'patient_data'),
  'transcribe.create': filer<TranscribeResult>(fromTranscript),
};

/** The common part of all requests that can be filed. */
type FilingRequest = Readonly<Record<string, unknown>> & { readonly subject?: string };
interface Result {
  readonly created_at: string;
  readonly not_assessed?: readonly unknown[];
  readonly models?: readonly { id: string; version: string; backend: string }[];
}

const notHere = () => invalidField('subject', 'names no patient that is kept here');
const idOf = (subject: string) => subject.slice('Patient/'.length);

/** @throws AppError `validation_error` unless the patient is there and not deleted */
function patientOf(reader: FhirReader, subject: string): FhirResource {
  const found = reader.read('Patient', idOf(subject));
  if (found === undefined || found.deleted) throw notHere();
  return JSON.parse(found.body);
}

function checkScopes(held: readonly string[], needed: readonly Scope[]): void {
  const lacking = needed.find((scope) => !held.includes(scope));
  if (lacking === undefined) return;
  throw new AppError('insufficient_scope', `With a subject this key needs the scope ${lacking}.`);
}

const whoOf = ({ mode, actor, requestId, remoteAddress }: Call): Requester => ({
  mode,
  actor,
  requestId,
  base: '',
  ...(remoteAddress !== undefined && { remoteAddress }),
});

/** Filed resources are derived from the answer, so it has to be known before the transaction. */
function plainAnswer(work: Work): Answer {
  if ('decide' in work)
    throw new Error('An answer that is decided in its transaction is not filed.');
  return work;
}

interface FilingTask {
  readonly subject: string;
  readonly call: Call;
  /** What was read of the file, where it was. */
  readonly data: FileData | undefined;
}

function* decideFiling(
  answer: Answer,
  changes: readonly ReturnType<Prepare>[],
  subject: string,
  who: Requester,
): Decision<Answer> {
  const [type, id] = ['Patient', idOf(subject)];
  yield* perform({ kind: 'fhir.require', type, id, refusal: notHere() });
  const recordsAfter: AuditEvent[] = [];
  for (const change of changes) {
    const { audit, status } = yield* change();
    recordsAfter.push(recordOf(who, { ...audit, status }));
  }
  return { ...answer, recordsAfter };
}

/** Files answers in the patient's file, in one commit with the record of the answer. */
export function createFiling({ prepare, store, clock, newId, version }: FilingParts): Filing {
  /** Validated and indexed; what we made ourselves and does not pass is our fault alone. */
  function prepared(resources: readonly FiledResource[], who: Requester) {
    try {
      return resources.map((value) => {
        const { resourceType: type, id } = value;
        const resource = { value, text: JSON.stringify(value) };
        return prepare({ method: 'POST', type, id, resource }, who);
      });
    } catch (cause) {
      throw new AppError('internal_error', 'The answer could not be filed.', { cause });
    }
  }

  /** The answer together with what it files, each resource with its own record. */
  function filedWith(
    resources: readonly FiledResource[],
    answer: Answer,
    { subject, call }: Pick<FilingTask, 'subject' | 'call'>,
  ): DecidedAnswer {
    const who = whoOf(call);
    const changes = prepared(resources, who);
    return { decide: () => decideFiling(answer, changes, subject, who) };
  }

  function fileAnswer(
    { operationId }: Operation,
    { resources }: Filer,
    answer: Answer,
    task: FilingTask,
  ): DecidedAnswer {
    const { subject, call, data } = task;
    const read = data?.readFrom.map(({ resource }) => resource) ?? [];
    const result = renameIn(answer.body as Result, read);
    const observations = read.filter((name) => name.startsWith('Observation/'));
    const made = resources(result, { subject, observations, newId });
    const origin = {
      action: operationId,
      resultId: answer.audit?.result_id ?? '',
      at: result.created_at,
      version,
      models: result.models ?? [],
      requestSha256: call.requestSha256 ?? '',
      read,
    };
    const all = made.length === 0 ? [] : [...made, provenanceOf(made, origin, { newId })];
    const body = {
      ...result,
      ...(data && {
        not_assessed: [...data.notAssessed, ...(result.not_assessed ?? [])],
        read_from: data.readFrom,
      }),
      filed: all.map(nameOf),
    };
    return filedWith(all, { ...answer, text: JSON.stringify(body) }, task);
  }

  /** The patient, and whether the record is to be read, provided that this key may do both. */
  function begin({ data }: Filer, call: Call, asked: FilingRequest, subject: string) {
    const reads = data?.every((name) => asked[name] === undefined) ?? false;
    checkScopes(call.scopes, reads ? ['fhir.write', 'fhir.read'] : ['fhir.write']);
    call.concerns(subject);
    const reader = store.in(call.mode);
    return { reads, reader, patient: patientOf(reader, subject) };
  }

  async function around(
    operation: Operation,
    filer: Filer,
    call: Call,
    asked: FilingRequest,
    handle: (asked: FilingRequest) => Promise<Work>,
  ): Promise<Work> {
    const { subject } = asked;
    if (subject === undefined) return handle(asked);
    const answer = async (input: FilingRequest) => plainAnswer(await handle(input));
    const { reads, reader, patient } = begin(filer, call, asked, subject);
    if (!reads) {
      return fileAnswer(operation, filer, await answer(asked), { subject, call, data: undefined });
    }
    const file = readFile(reader, patient, subject.slice('Patient/'.length));
    const data = patientDataOf(file, clock());
    const names = data.readFrom.map(({ resource }) => resource);
    const given = await answer({ ...asked, patient_data: data.data }).catch((thrown: unknown) => {
      throw renamedError(thrown, names);
    });
    return fileAnswer(operation, filer, given, { subject, call, data });
  }

  /** The operation's own checks are applied to its input with the data of the record added. */
  function precheckOf({ precheck }: WorkOperation, filer: Filer) {
    return (call: Call, input: unknown) => {
      const asked = input as FilingRequest;
      const { subject } = asked;
      if (subject === undefined) return precheck?.(call, asked);
      const { reads } = begin(filer, call, asked, subject);
      if (!reads) precheck?.(call, asked);
    };
  }

  function withSubject(operation: Operation): Operation {
    const filer = FILERS[operation.operationId];
    if (filer === undefined || operation.method !== 'POST') return operation;
    const later = operation.precheck && { precheck: precheckOf(operation, filer) };
    if ('fileField' in operation) {
      return {
        ...operation,
        ...later,
        handle: (call, input, file) =>
          around(operation, filer, call, input as FilingRequest, (asked) =>
            operation.handle(call, asked, file),
          ),
      };
    }
    return {
      ...operation,
      ...later,
      handle: (call: Call, input: unknown) =>
        around(operation, filer, call, input as FilingRequest, (asked) =>
          operation.handle(call, asked),
        ),
    };
  }

  return (operations) => operations.map(withSubject);
}
