import type { PriorCaller, PriorQuery, PriorSearch } from '../../core/prior-query.js';
import type { Destination } from '../../core/sent-object.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { withSignsOfLife } from '../signs-of-life.js';
import { obstacleOf } from './prior-fault.js';
import { searchByDimse } from './search-by-dimse.js';
import { type FileTerms, searchByQido } from './search-by-qido.js';

export interface FindPriorInput {
  /** Where it is looked for. */
  readonly node: Destination;
  readonly query: PriorQuery;
  /** Our title, to which a node of DIMSE sends what it finds. */
  readonly moveTo: string;
  /** For what is retrieved from a DICOMweb service. */
  readonly files: FileTerms;
  readonly limitMs: number;
}

/** Looks for the last comparable film of a patient at another node, and fetches it. */
export const findPriorTask = defineTask({
  name: 'pacs.find-prior',
  lane: 'long',
  run: (input: FindPriorInput, context: TaskContext<PriorCaller>) =>
    withSignsOfLife(context, async (): Promise<PriorSearch> => {
      const { node, query, moveTo, files, limitMs } = input;
      const { caller } = context;
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)]);
      try {
        return node.service === 'dimse'
          ? await searchByDimse(node, query, moveTo, caller, signal)
          : await searchByQido(node, query, files, caller, signal);
      } catch (error) {
        return { refusal: 'unreachable', obstacle: obstacleOf(error) };
      }
    }),
});
