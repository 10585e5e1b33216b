import type { ObjectToSend, SendCaller, SendOutcome } from '../../core/sent-object.js';
import { dimse } from '../dimse.js';
import { Association, type DimseDestination, type ProposedContext } from './association.js';
import { readDataset } from './data-set.js';
import { reasonOf } from './fault.js';
import { outcomeOfStatus } from './statuses.js';

/** One context for each class and transfer syntax, so that each object can be sent as it is. */
function contextsOf(objects: readonly ObjectToSend[]): ProposedContext[] {
  const pairs = new Map(
    objects.map(({ sopClassUid, transferSyntaxUid }) => [
      `${sopClassUid} ${transferSyntaxUid}`,
      { sopClassUid, transferSyntaxUids: [transferSyntaxUid] },
    ]),
  );
  return [...pairs.values()];
}

/** @throws DestinationFault of the association, which is over then */
async function store(association: Association, object: ObjectToSend): Promise<SendOutcome> {
  const { sopClassUid, transferSyntaxUid, file } = object;
  if (!association.accepts(sopClassUid, transferSyntaxUid)) {
    return { kind: 'refused', reason: 'not_negotiated' };
  }
  const dataset = await readDataset(file, object);
  if (dataset === undefined) return { kind: 'refused', reason: 'unreadable_object' };
  return outcomeOfStatus(await association.request(new dimse.requests.CStoreRequest(dataset)));
}

/** Sends objects by C-STORE over one association, until one of them is not taken now. */
export async function sendByDimse(
  destination: DimseDestination,
  objects: readonly ObjectToSend[],
  { begin, end }: SendCaller,
  signal: AbortSignal,
): Promise<void> {
  let association: Association | undefined;
  for (const object of objects) {
    const { id } = object;
    if (signal.aborted || !(await begin(id))) continue;
    let outcome: SendOutcome;
    try {
      association ??= await Association.open(destination, contextsOf(objects), signal);
      outcome = await store(association, object);
    } catch (error) {
      outcome = { kind: 'not-now', reason: reasonOf(error) };
    }
    await end({ id, outcome });
    if (outcome.kind === 'not-now') break;
  }
  await association?.release();
}
