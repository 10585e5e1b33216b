import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AuditSearchAnswer } from '../../api/types.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { formatExactTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import { usePages } from '../../state/use-pages.js';
import { text } from '../../text/en.js';
import { type Filter, searchQuery } from './filter.js';
import { RecordDialog } from './record-dialog.js';
import { type AuditRecord, actorName, actorType, outcomeName, textOf } from './record-facts.js';

const words = text.audit;

const PATH = '/v1/audit/records';

const TONES: Readonly<Record<string, Tone>> = {
  success: 'low',
  refused: 'moderate',
  failed: 'critical',
};

const COLUMNS = [words.at, words.who, words.what, words.outcome, words.about, words.seq];

function rowOf(record: AuditRecord, open: (seq: number) => void) {
  const outcome = textOf(record, 'outcome');
  return {
    key: record.seq,
    cells: [
      <time key="at" class="numeric" dateTime={record.at}>
        {formatExactTime(record.at)}
      </time>,
      <>
        {actorName(record)}
        <div class="audit-hash">{actorType(record)}</div>
      </>,
      textOf(record, 'action'),
      <>
        <Badge tone={TONES[outcome] ?? 'plain'}>{outcomeName(outcome)}</Badge>{' '}
        {textOf(record, 'error_code')}
      </>,
      <span key="about" class="table-long">
        {textOf(record, 'target') || textOf(record, 'result_id')}
      </span>,
      <button
        key="open"
        type="button"
        class="link-button numeric"
        aria-label={words.open(record.seq)}
        onClick={() => open(record.seq)}
      >
        {record.seq}
      </button>,
    ],
  };
}

export interface RecordsProps {
  readonly filter: Filter;
  onActor(id: string): void;
}

/** The records that fit, newest first. */
export function Records({ filter, onActor }: RecordsProps) {
  const { world } = usePage();
  const [opened, setOpened] = useState<number>();
  const { state, pages, next, more, reload } = usePages<AuditSearchAnswer>(
    (signal, after) =>
      request('GET', PATH, { world, signal, query: { ...searchQuery(filter), after } }),
    [world, filter],
  );
  const [first] = pages;
  const records = pages.flatMap((page) => page.records);
  return (
    <Panel title={words.results}>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {state.kind === 'loading' && <Loading />}
      {first !== undefined && records.length === 0 && (
        <p role="status">{next === undefined ? words.none : words.noneSoFar}</p>
      )}
      {records.length > 0 && (
        <Table
          caption={words.results}
          columns={COLUMNS.map((title) => ({ title }))}
          rows={records.map((record) => rowOf(record, setOpened))}
        />
      )}
      {more.state.kind === 'failed' && <Failure error={more.state.error} />}
      {next !== undefined && (
        <div class="audit-more">
          <Button busy={more.state.kind === 'loading'} onClick={() => more.run(next)}>
            {words.goOn}
          </Button>
        </div>
      )}
      {first !== undefined && first.sealed_to > 0 && (
        <p role="note">{words.sealed(first.sealed_to.toLocaleString(text.locale))}</p>
      )}
      {opened !== undefined && (
        <RecordDialog
          seq={opened}
          onActor={(id) => {
            setOpened(undefined);
            onActor(id);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}
