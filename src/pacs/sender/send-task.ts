import type { Destination, ObjectToSend, SendCaller } from '../../core/sent-object.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { withSignsOfLife } from '../signs-of-life.js';
import { sendByDimse } from './send-by-dimse.js';
import { sendByStow } from './send-by-stow.js';

export interface SendInput {
  readonly destination: Destination;
  /** In the order in which they are sent. */
  readonly objects: readonly ObjectToSend[];
}

/** Sends objects to one destination, until all were sent or one is not taken now. */
export const sendTask = defineTask({
  name: 'pacs.send',
  lane: 'long',
  run({ destination, objects }: SendInput, context: TaskContext<SendCaller>) {
    const { caller, signal } = context;
    return withSignsOfLife(context, () =>
      destination.service === 'dimse'
        ? sendByDimse(destination, objects, caller, signal)
        : sendByStow(destination, objects, caller, signal),
    );
  },
});
