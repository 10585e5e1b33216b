import type { requests } from 'dcmjs-dimse';
import { isUid } from '../core/dicom-uid.js';
import type { CommitmentReport, ReferencedInstance } from '../core/storage-commitment.js';
import { dimse } from './dimse.js';

/** Storage Commitment Push Model (PS3.4 annex J): the class, and its only instance. */
export const STORAGE_COMMITMENT = '1.2.840.10008.1.20.1';
export const STORAGE_COMMITMENT_INSTANCE = '1.2.840.10008.1.20.1.1';

export const REQUEST_COMMITMENT = 1;

/** Event types: all objects are held, or some are not. */
const ALL_HELD = 1;
const FAILURES = 2;

/** References of one request: more than a study of thin slices has. */
const MAX_REFERENCES = 50_000;

type Elements = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Elements => typeof value === 'object' && value !== null;

/** A sequence of one item comes as that item. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? [value] : [];
}

const uidOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isUid(value) ? value : undefined;

/** What a request asks for; undefined where its data set is not valid. */
export function readCommitmentRequest(
  elements: unknown,
):
  | { readonly transactionUid: string; readonly references: readonly ReferencedInstance[] }
  | undefined {
  if (!isRecord(elements)) return undefined;
  const transactionUid = uidOf(elements.TransactionUID);
  const items = itemsOf(elements.ReferencedSOPSequence);
  const references = items.flatMap((item): ReferencedInstance[] => {
    if (!isRecord(item)) return [];
    const sopClassUid = uidOf(item.ReferencedSOPClassUID);
    const instanceUid = uidOf(item.ReferencedSOPInstanceUID);
    if (sopClassUid === undefined || instanceUid === undefined) return [];
    return [{ sopClassUid, instanceUid }];
  });
  const isValid =
    references.length === items.length && items.length > 0 && items.length <= MAX_REFERENCES;
  if (transactionUid === undefined || !isValid) return undefined;
  return { transactionUid, references };
}

const named = ({ sopClassUid, instanceUid }: ReferencedInstance) => ({
  ReferencedSOPClassUID: sopClassUid,
  ReferencedSOPInstanceUID: instanceUid,
});

/** The request that reports to a node. */
export function makeReport({
  transactionUid,
  held,
  failed,
}: CommitmentReport): requests.NEventReportRequest {
  const event = failed.length === 0 ? ALL_HELD : FAILURES;
  const request = new dimse.requests.NEventReportRequest(
    STORAGE_COMMITMENT,
    STORAGE_COMMITMENT_INSTANCE,
    event,
  );
  request.setDataset(
    new dimse.Dataset({
      TransactionUID: transactionUid,
      ...(held.length > 0 && { ReferencedSOPSequence: held.map(named) }),
      ...(failed.length > 0 && {
        FailedSOPSequence: failed.map((one) => ({ ...named(one), FailureReason: one.reason })),
      }),
    }),
  );
  return request;
}
