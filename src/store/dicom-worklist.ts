import type { KeyMode } from '../core/key-mode.js';
import type { JobStatus } from './job.js';

/** What is read together: an image, or all images of a series. */
export interface WorklistKey {
  readonly mode: KeyMode;
  readonly seriesUid: string;
  /** Of the image; empty where it is the whole series. */
  readonly instanceUid: string;
}

/**
 * `receiving`: images are still arriving; `queued`: there is a job that reads it; `not_assessed`: it was read,
 * and no model could judge it; `unroutable`: nothing says how to read it.
 */
export type ItemState = 'receiving' | 'queued' | 'read' | 'not_assessed' | 'unroutable';

export type Urgency = 'routine' | 'soon' | 'urgent' | 'immediate';

/** One item of the worklist. Times are milliseconds since 1970. */
export interface WorklistItem extends WorklistKey {
  readonly studyUid: string;
  /** Of the first image. */
  readonly callingAeTitle: string;
  readonly modality: string | null;
  readonly state: ItemState;
  /** Why it is unroutable, or was not assessed. */
  readonly reason: string | null;
  /** The name of the route in the configuration. */
  readonly route: string | null;
  /** Whether it is read before others. */
  readonly urgent: boolean;
  /** How many images the series has, where that is known. */
  readonly expected: number | null;
  /** How many images have arrived, and how many of them the last reading had. */
  readonly objects: number;
  readonly readObjects: number;
  readonly readings: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** When its images count as complete; null where nothing has arrived since it was last routed. */
  readonly completeBy: number | null;
  /** The last job. */
  readonly jobId: string | null;
  /** Of the last reading. */
  readonly analysisId: string | null;
  readonly urgency: Urgency | null;
  readonly readAt: number | null;
}

/** An item, and whether a job is about to read it or does. */
export interface FoundWorklistItem {
  readonly item: WorklistItem;
  readonly isJobOpen: boolean;
}

/** What a reading has found, for the item whose last job it is. */
export interface Conclusion
  extends Pick<WorklistItem, 'reason' | 'readObjects' | 'analysisId' | 'urgency'> {
  readonly jobId: string;
  readonly state: Exclude<ItemState, 'receiving' | 'queued'>;
  readonly at: number;
}

export interface FindWorklistItem {
  readonly kind: 'dicom-worklist.find';
  readonly key: WorklistKey;
}

interface PutWorklistItem {
  readonly kind: 'dicom-worklist.put';
  readonly item: WorklistItem;
}

export interface ConcludeReading extends Conclusion {
  readonly kind: 'dicom-worklist.conclude';
}

/** Notes an object that was made of the answer to a reading: it is known when it comes back. */
interface InsertResult {
  readonly kind: 'dicom-result.insert';
  readonly mode: KeyMode;
  readonly instanceUid: string;
  readonly analysisId: string;
  readonly at: number;
}

/** Whether an object was made here. */
interface FindResult {
  readonly kind: 'dicom-result.find';
  readonly mode: KeyMode;
  readonly instanceUid: string;
}

/** Forgets items of which no image is held any more. */
interface ForgetWorklistItems {
  readonly kind: 'dicom-worklist.forget';
}

export type WorklistRead = FindWorklistItem | FindResult;
export type WorklistWrite = PutWorklistItem | ConcludeReading | ForgetWorklistItems | InsertResult;

/** `waiting`, `reading`, `failed`: by the state of its job. */
export type WorkedState = Exclude<ItemState, 'queued'> | 'waiting' | 'reading' | 'failed';

/** `own_result`: made here of the answer to a reading; `held`: nothing that is read. */
export type ListedState = WorkedState | 'own_result' | 'held';

/**
 * An item with the objects that are held of it, or a series that has none. An own result has the `analysisId` of
 * its reading.
 */
export interface ListedItem
  extends Pick<
    WorklistItem,
    | 'mode'
    | 'studyUid'
    | 'seriesUid'
    | 'callingAeTitle'
    | 'modality'
    | 'reason'
    | 'route'
    | 'jobId'
    | 'analysisId'
    | 'urgency'
    | 'readAt'
  > {
  readonly state: ListedState;
  /** Where it is one image. */
  readonly instanceUid: string | null;
  readonly urgent: boolean | null;
  readonly objects: number;
  /** Images that have arrived since the last reading began. */
  readonly lateObjects: number;
  readonly readings: number;
  readonly bytes: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly completeBy: number | null;
  /** Of a failed job. */
  readonly errorCode: string | null;
  /** Why the last reading was not filed with its patient, as long as its job is kept. */
  readonly notFiled: string | null;
}

/** How many items are in each state, and how many of those that were read are urgent. */
export interface WorklistCounts {
  readonly states: Readonly<Partial<Record<WorkedState, number>>>;
  readonly urgent: number;
}

/** An item that nobody gets an answer to, or whose answer was not filed; without what was found. */
export type StuckItem = Pick<
  ListedItem,
  | 'studyUid'
  | 'seriesUid'
  | 'instanceUid'
  | 'callingAeTitle'
  | 'modality'
  | 'state'
  | 'reason'
  | 'errorCode'
  | 'notFiled'
  | 'objects'
  | 'lastAt'
>;

/** The images to be read. Methods that write must be called in a transaction. */
export interface WorklistRepository {
  find(key: WorklistKey): FoundWorklistItem | undefined;
  put(item: WorklistItem): void;
  conclude(conclusion: Conclusion): void;
  /** Returns how many of them had not been read. */
  forget(): number;
  insertResult(result: Omit<InsertResult, 'kind'>): void;
  isResult(mode: KeyMode, instanceUid: string): boolean;
  /** Items that are complete at a time and that no job is about to read. */
  due(now: number): readonly WorklistKey[];
  /** The items of a series, or of a study, or the image with such a UID. */
  ofUid(uid: string, mode?: KeyMode): readonly WorklistItem[];
  /** Those that are still being received. */
  receiving(): readonly WorklistItem[];
  /** Urgent results first, then what came last. */
  list(limit: number): readonly ListedItem[];
  /**
   * Unroutable or failed: what came last first.
   *
   * @param unfiled also what was read and not filed with its patient
   */
  stuck(
    mode: KeyMode,
    options: { readonly limit: number; readonly unfiled: boolean },
  ): readonly StuckItem[];
  /** Of one mode, or of both. */
  counts(mode?: KeyMode): WorklistCounts;
}

export const isOpenJob = (status: JobStatus | null): boolean =>
  status === 'queued' || status === 'running';
