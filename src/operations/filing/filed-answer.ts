import type { Answer } from '../../calls/operation.js';
import { type EarlierAlerts, type FiledResource, nameOf } from './coding.js';
import type { NotAssessed } from './consistent.js';
import type { Filer } from './filers.js';
import type { FileData } from './patient-data.js';
import { type AnsweredSource, provenanceOf } from './provenance.js';
import { renameIn } from './rename.js';

/** The request that an answer is filed for. */
export interface FilingTask {
  readonly operationId: string;
  readonly filer: Pick<Filer, 'resources'>;
  /** `Patient/123` */
  readonly subject: string;
  readonly source: AnsweredSource;
  /** What was read from the patient's record; undefined where nothing was. */
  readonly data: FileData | undefined;
  /** Alerts that are in the file already. */
  readonly alerts?: EarlierAlerts;
  /** False where the answer only names what would be filed. */
  readonly isFiled: boolean;
}

/** An answer that names what is filed, and the resources to be filed. */
export interface FiledAnswer {
  readonly answer: Answer;
  readonly resources: readonly FiledResource[];
}

/** The common part of all answers that can be filed. */
interface Result {
  readonly created_at: string;
  readonly not_assessed?: readonly NotAssessed[];
  readonly models?: readonly { id: string; version: string; backend: string }[];
}

/** The versions that the answer replaces, by resource. */
const versionsOf = (alerts: EarlierAlerts = new Map()): ReadonlyMap<string, number> =>
  new Map([...alerts.values()].map(({ id, version }) => [`DetectedIssue/${id}`, version]));

/** What the reader left out, then what the operation did not assess; what both name stands once. */
function joined(leftOut: readonly NotAssessed[], others: readonly NotAssessed[] = []) {
  const isNew = ({ what, reason }: NotAssessed) =>
    !leftOut.some((one) => one.what === what && one.reason === reason);
  return [...leftOut, ...others.filter(isNew)];
}

/**
 * Creates the resources of an answer, with their Provenance, and adds to the answer what was read from
 * the patient's record and what is filed in it.
 *
 * @param appliance creates the ids of new resources and states its version
 */
export function filedAnswer(
  answer: Answer,
  { operationId, filer, subject, source, data, alerts, isFiled }: FilingTask,
  appliance: { readonly newId: () => string; readonly version: string },
): FiledAnswer {
  const { newId, version } = appliance;
  const sources = data?.readFrom.map(({ resource }) => resource) ?? [];
  const result = renameIn(answer.body as Result, sources);
  const observations = sources.filter((name) => name.startsWith('Observation/'));
  const targets = filer.resources(result, {
    subject,
    observations,
    version,
    newId,
    ...(alerts !== undefined && { alerts }),
  });
  const origin = {
    action: operationId,
    resultId: answer.audit?.result_id ?? '',
    at: result.created_at,
    version,
    models: result.models ?? [],
    source,
    read: sources,
    replaced: versionsOf(alerts),
  };
  const resources =
    targets.length === 0 ? [] : [...targets, provenanceOf(targets, origin, { newId })];
  const body = {
    ...result,
    ...(data && {
      not_assessed: joined(data.notAssessed, result.not_assessed),
      read_from: data.readFrom,
    }),
    ...(isFiled ? { filed: resources.map(nameOf) } : { to_file: resources }),
  };
  return { answer: { ...answer, text: JSON.stringify(body) }, resources };
}
