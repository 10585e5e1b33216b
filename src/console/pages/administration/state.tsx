import { request } from '../../api/client.js';
import type { AdminStatusAnswer } from '../../api/types.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import {
  formatBytes,
  formatDuration,
  formatMebibytes,
  formatNumber,
} from '../../components/format-size.js';
import { formatTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import { latestOf, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { CheckList } from './check-list.js';
import { PacsPart, StuckPart, usePacs } from './pacs.js';

const words = text.administration.state;
const timeOr = (iso: string | null) => (iso === null ? text.administration.never : formatTime(iso));

type Status = AdminStatusAnswer;
type Model = Status['models'][number];

const MODEL_TONES: Readonly<Record<Model['state'], Tone>> = {
  ready: 'low',
  quarantined: 'critical',
  unavailable: 'high',
};

function Attention({ status, reload }: { readonly status: Status; reload(): void }) {
  const { attention, fine, readiness } = status;
  const title = attention.length === 0 ? words.allFine : words.attention(attention.length);
  return (
    <Panel title={title} actions={<Button onClick={reload}>{text.administration.refresh}</Button>}>
      <p>{words.readiness[readiness]}</p>
      <CheckList lines={attention} />
      <details class="fine">
        <summary>{words.fine(fine.length)}</summary>
        <CheckList lines={fine} />
      </details>
      <p>{words.deeper}</p>
    </Panel>
  );
}

function BoxFacts({ status }: { readonly status: Status }) {
  return (
    <Panel title={words.box}>
      <dl class="facts">
        <dt>{words.version}</dt>
        <dd>{status.version}</dd>
        <dt>{words.uptime}</dt>
        <dd>{formatDuration(status.uptime_s)}</dd>
        <dt>{words.clock}</dt>
        <dd>{formatTime(status.now)}</dd>
        <dt>{words.certificate}</dt>
        <dd>
          {status.certificate.mode === 'off' ? words.noTls : timeOr(status.certificate.expires_at)}
        </dd>
        <dt>{words.connections}</dt>
        <dd>{words.connectionsOf(status.connections.open, status.connections.busy)}</dd>
      </dl>
    </Panel>
  );
}

function WorkFacts({ status: { workers, analysis, jobs } }: { readonly status: Status }) {
  return (
    <Panel title={words.work}>
      <dl class="facts">
        <dt>{words.workers}</dt>
        <dd>{words.workersOf(workers.up, workers.configured, workers.busy)}</dd>
        {analysis !== undefined && (
          <>
            <dt>{words.threads}</dt>
            <dd>{words.threadsOf(analysis.up, analysis.busy)}</dd>
          </>
        )}
        <dt>{words.queue}</dt>
        <dd>{workers.queued + (analysis?.queued ?? 0)}</dd>
        <dt>{words.jobs}</dt>
        <dd>{words.jobsOf(jobs.queued, jobs.running)}</dd>
      </dl>
    </Panel>
  );
}

function auditText({ records, newest_checkpoint_at }: Status['audit']): string {
  const count = records.toLocaleString(text.locale);
  if (newest_checkpoint_at === null) return words.auditUnsigned(count);
  return words.auditOf(count, formatTime(newest_checkpoint_at));
}

function StorageFacts({ status }: { readonly status: Status }) {
  const { disk, memory, database, backups, audit } = status;
  const free = formatMebibytes(memory.free_mb);
  const parts = [formatMebibytes(memory.total_mb), formatMebibytes(memory.daemon_mb)] as const;
  return (
    <Panel title={words.storage}>
      <dl class="facts">
        <dt>{words.disk}</dt>
        <dd>{words.diskOf(formatMebibytes(disk.free_mb), formatMebibytes(disk.reserve_mb))}</dd>
        <dt>{words.memory}</dt>
        <dd>{words.memoryOf(free, ...parts)}</dd>
        <dt>{words.database}</dt>
        <dd>
          {database.status === 'failed'
            ? words.databaseFailed
            : words.databaseOf(formatBytes(database.bytes), database.encrypted)}
          {database.search_index === 'rebuilding' && `; ${words.rebuilding}`}
        </dd>
        <dt>{words.backup}</dt>
        <dd>
          {backups.newest_at === null
            ? text.administration.none
            : words.backups(formatTime(backups.newest_at), backups.count)}
        </dd>
        <dt>{words.audit}</dt>
        <dd>{auditText(audit)}</dd>
      </dl>
    </Panel>
  );
}

const COLUMNS = [
  { title: words.model },
  { title: words.modelState },
  { title: words.version },
  { title: words.backend },
  { title: words.parity, isNumber: true },
  { title: words.latency, isNumber: true },
  { title: words.signed },
];

function Models({ models }: Pick<Status, 'models'>) {
  const rows = models.map((model) => ({
    key: model.id,
    cells: [
      model.id,
      <>
        <Badge tone={MODEL_TONES[model.state]}>{words.modelStates[model.state]}</Badge>{' '}
        {model.reason}
      </>,
      model.version,
      model.backend === 'rules' ? words.rules : model.backend,
      model.parity_error === undefined ? null : formatNumber(model.parity_error, 2),
      model.latency_ms === undefined ? null : words.milliseconds(formatNumber(model.latency_ms)),
      model.signed,
    ],
  }));
  return (
    <Panel title={words.models}>
      <Table caption={words.models} columns={COLUMNS} rows={rows} />
      <p class="field-hint">{words.parityHint}</p>
    </Panel>
  );
}

/** What needs somebody, and then how the appliance is. */
export function StatePart() {
  const { world } = usePage();
  const { state, reload } = useLoad(
    (signal) => request<Status>('GET', '/v1/admin/status', { world, signal }),
    [world],
  );
  const shown = latestOf(state);
  const pacs = usePacs(shown);
  if (state.kind === 'failed') return <Failure error={state.error} retry={reload} />;
  if (shown === undefined) return <Loading />;
  return (
    <>
      <Attention status={shown} reload={reload} />
      <StuckPart loaded={pacs} />
      <div class="administration-columns">
        <WorkFacts status={shown} />
        <StorageFacts status={shown} />
        <BoxFacts status={shown} />
      </div>
      <PacsPart loaded={pacs} />
      <Models models={shown.models} />
    </>
  );
}
