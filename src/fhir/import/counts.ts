import type { ChangeResult, ResourceRequest } from '../interactions/plan.js';

/** The results for the resources of a file. */
export interface Counts {
  created: number;
  updated: number;
  /** Resources that were already stored with the same content. */
  unchanged: number;
  removed: number;
  refused: number;
}

type Outcome = Exclude<keyof Counts, 'refused'>;

/** What a change has done to the store. */
export function changeOutcome(
  { status }: Pick<ChangeResult, 'status'>,
  method: ResourceRequest['method'],
): Outcome {
  if (status === 201) return 'created';
  if (method === 'DELETE') return 'removed';
  // A conditional create that matched an existing resource.
  return method === 'POST' ? 'unchanged' : 'updated';
}

function entryOutcome(status: string): Outcome | undefined {
  if (status.startsWith('201')) return 'created';
  if (status.startsWith('204')) return 'removed';
  return status.startsWith('200') ? 'updated' : undefined;
}

/** What the entries of a transaction have done, by its response; entries that were refused did nothing. */
export function entryOutcomes(response: string): readonly Outcome[] {
  const { entry = [] } = JSON.parse(response) as { entry?: { response: { status: string } }[] };
  return entry.flatMap(({ response: { status } }) => entryOutcome(status) ?? []);
}
