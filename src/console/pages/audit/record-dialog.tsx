import { Fragment } from 'preact';
import { request } from '../../api/client.js';
import type { AuditReadAnswer } from '../../api/types.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Failure } from '../../components/failure.js';
import { formatExactTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { usePage } from '../../state/page.js';
import { useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { actorName, actorOf, actorType, factsOf, textOf } from './record-facts.js';

const words = text.audit;

export interface RecordDialogProps {
  readonly seq: number;
  onActor(id: string): void;
  onClose(): void;
}

function Facts({ record }: { readonly record: AuditReadAnswer }) {
  const chain = [
    [words.hash, record.hash],
    [words.previous, record.prev_hash],
  ] as const;
  return (
    <dl class="facts">
      <dt>{words.at}</dt>
      <dd>
        {formatExactTime(record.at)} <code>{record.at}</code>
      </dd>
      <dt>{words.who}</dt>
      <dd>
        {actorName(record)} ({actorType(record)}) <code>{actorOf(record).id}</code>
      </dd>
      <dt>{words.what}</dt>
      <dd>{textOf(record, 'action')}</dd>
      {factsOf(record).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      {chain.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** One record with its place in the chain. */
export function RecordDialog({ seq, onActor, onClose }: RecordDialogProps) {
  const { world } = usePage();
  const { state, reload } = useLoad(
    (signal) => request<AuditReadAnswer>('GET', `/v1/audit/records/${seq}`, { world, signal }),
    [world, seq],
  );
  return (
    <Dialog title={words.open(seq)} onClose={onClose}>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'ready' && (
        <>
          <p>
            <Badge tone={state.value.hash_is_right ? 'low' : 'critical'}>
              {state.value.hash_is_right ? words.hashRight : words.hashWrong}
            </Badge>
          </p>
          <Facts record={state.value} />
          <Button onClick={() => onActor(actorOf(state.value).id)}>{words.byThis}</Button>
        </>
      )}
    </Dialog>
  );
}
