import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AuditSearchAnswer } from '../../api/types.js';
import { Badge, type Tone } from '../../components/badge.js';
import { formatExactTime } from '../../components/format-time.js';
import { PagedTable } from '../../components/paged-table.js';
import { Panel } from '../../components/panel.js';
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
  const list = usePages<AuditSearchAnswer>(
    (signal, after) =>
      request('GET', PATH, { world, signal, query: { ...searchQuery(filter), after } }),
    [world, filter],
  );
  const [first] = list.pages;
  return (
    <Panel title={words.results}>
      <PagedTable
        caption={words.results}
        columns={COLUMNS}
        list={list}
        rowsOf={({ records }) => records.map((record) => rowOf(record, setOpened))}
        none={words.none}
        noneSoFar={words.noneSoFar}
        moreLabel={words.goOn}
      />
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
