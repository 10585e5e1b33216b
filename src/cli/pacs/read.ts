import type { AuditEvent } from '../../audit/audit-log.js';
import { AppError, invalidField } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import { parse } from '../../core/schema.js';
import { orderOf } from '../../operations/pacs/worklist/item.js';
import { queueReading } from '../../operations/pacs/worklist/route-item.js';
import { type Route, readingSchema } from '../../operations/pacs/worklist/route-schema.js';
import { createCommit } from '../../store/create-commit.js';
import type { WorklistKey } from '../../store/dicom-worklist.js';
import { createWorklistRepository } from '../../store/dicom-worklist-repository.js';
import { perform } from '../../store/steps.js';
import type { Conclusion, Decision } from '../../store/unit-of-work.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  configFor,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';

export interface ReadOptions extends CommonOptions {
  readonly route?: string;
  readonly imageType?: string;
  readonly modality?: string;
  readonly urgent?: true;
  readonly mode?: string;
}

type Reading = Parameters<typeof orderOf>[1];

/** How it is to be read: as a route of the configuration says, or as the options do. */
function readingOf(options: ReadOptions, routes: readonly Route[]): Reading {
  const { route: name, imageType, modality, urgent } = options;
  if ((name === undefined) === (imageType === undefined)) {
    throw invalidField('--image-type', 'one of --route and --image-type is needed');
  }
  const stated = {
    ...(modality !== undefined && { modality }),
    ...(urgent && { priority: 'urgent' }),
  };
  if (imageType !== undefined) return parse(readingSchema, { image_type: imageType, ...stated });
  const route = routes.find((one) => one.name === name);
  if (route === undefined) throw invalidField('--route', 'is no route of the configuration');
  const { match: _, expected_images: __, name: ___, ...reading } = route;
  return { name: route.name, ...parse(readingSchema, { ...reading, ...stated }) };
}

function modeOf({ mode }: ReadOptions): KeyMode | undefined {
  if (mode === undefined || mode === 'test' || mode === 'live') return mode;
  throw invalidField('--mode', 'must be test or live');
}

type Actor = AuditEvent['actor'];

/** Queues a job for an item that none is about to read; its value is the job. */
function* decideReading(
  key: WorklistKey,
  reading: Reading,
  actor: Actor,
  at: number,
): Decision<Conclusion<string, AuditEvent>> {
  const found = yield* perform({ kind: 'dicom-worklist.find', key });
  if (found === undefined) throw new AppError('not_found', 'It is not held any more.');
  const { item, isJobOpen } = found;
  if (isJobOpen) throw new AppError('conflict', `It is being read already, by ${item.jobId}.`);
  const order = orderOf(item, reading);
  if (order === undefined) {
    throw invalidField('--modality', 'is needed: the header has none that is read');
  }
  const jobId = yield* queueReading(item, order, at);
  const record: AuditEvent = {
    action: 'dicom.route',
    outcome: 'success',
    actor,
    target: `ImagingStudy/${item.studyUid}`,
    job_id: jobId,
  };
  return { value: jobId, records: [record] };
}

/** Has what is held read, by a daemon that runs or will. */
export async function read(
  context: CommandContext,
  uid: string,
  options: ReadOptions,
): Promise<void> {
  const { clock, output } = context;
  const reading = readingOf(options, configFor(context, options).pacs.routes);
  const mode = modeOf(options);
  await withDatabase(context, options, async (database) => {
    const items = createWorklistRepository(database).ofUid(uid, mode);
    if (items.length === 0) throw new AppError('not_found', 'No image with this UID is held.');
    if (new Set(items.map((item) => item.mode)).size > 1) {
      throw invalidField('--mode', 'is needed: test and live have this UID');
    }
    const commit = createCommit({ database, queue: commitQueue(context, database) });
    const actor = administrator(context);
    const jobs: string[] = [];
    for (const item of items) {
      const work = () => decideReading(item, reading, actor, clock());
      jobs.push(await commit({ wait: 'synced', work }));
    }
    const lines = jobs.map((jobId) => `${jobId} is queued.`).join('\n');
    output.out(options.json ? json(jobs.map((job_id) => ({ job_id }))) : lines);
  });
}
