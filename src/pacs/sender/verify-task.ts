import type { Destination, SendReason } from '../../core/sent-object.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { openDicomWeb } from '../dicom-web.js';
import { dimse } from '../dimse.js';
import { withSignsOfLife } from '../signs-of-life.js';
import { Association } from './association.js';
import { connectionFault, reasonOf } from './fault.js';
import { outcomeOfHttp, outcomeOfStatus } from './statuses.js';

const VERIFICATION = '1.2.840.10008.1.1';
const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
const LIMIT_MS = 20_000;
const MAX_ANSWER_BYTES = 2 ** 20;

/** Whether a destination answers; absent: it does. */
export interface Verification {
  readonly reason?: SendReason;
}

async function verify(destination: Destination, signal: AbortSignal): Promise<Verification> {
  if (destination.service === 'dicomweb') {
    const { send, url, headers } = openDicomWeb(destination, connectionFault);
    const sent = { url: url('studies?limit=0'), headers, limitBytes: MAX_ANSWER_BYTES };
    const { status } = await send(sent, signal);
    const outcome = outcomeOfHttp(status);
    return outcome.kind === 'sent' ? {} : { reason: outcome.reason };
  }
  const contexts = [{ sopClassUid: VERIFICATION, transferSyntaxUids: [IMPLICIT_LITTLE_ENDIAN] }];
  const association = await Association.open(destination, contexts, signal);
  if (!association.accepts(VERIFICATION, IMPLICIT_LITTLE_ENDIAN)) {
    await association.release();
    return { reason: 'not_negotiated' };
  }
  const outcome = outcomeOfStatus(await association.request(new dimse.requests.CEchoRequest()));
  await association.release();
  return outcome.kind === 'sent' ? {} : { reason: outcome.reason };
}

/** Verifies a destination: by C-ECHO, or by a search that finds nothing. */
export const verifyTask = defineTask({
  name: 'pacs.verify',
  lane: 'long',
  run: (destination: Destination, context: TaskContext) =>
    withSignsOfLife(context, () =>
      verify(destination, AbortSignal.any([context.signal, AbortSignal.timeout(LIMIT_MS)])).catch(
        (error: unknown): Verification => ({ reason: reasonOf(error) }),
      ),
    ),
});
