import { request } from '../../api/client.js';
import type { AdminPacsAnswer } from '../../api/types.js';
import { Badge } from '../../components/badge.js';
import { CopyButton } from '../../components/copy-button.js';
import { Failure } from '../../components/failure.js';
import { formatBytes } from '../../components/format-size.js';
import { formatTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import { latestOf, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';

const words = text.administration.pacs;

type Pacs = AdminPacsAnswer;
type Stuck = Pacs['stuck'][number];

const LIST_COMMAND = 'wardbox pacs list';

const worded = (names: Readonly<Record<string, string>>, code: string): string =>
  names[code] ?? code.replaceAll('_', ' ');

/** Why nobody gets an answer to it, or why the answer was not filed. */
export function whyStuck({ state, reason, not_filed: notFiled }: Stuck): string {
  const why = [
    reason !== null && worded(words.reasons, reason),
    notFiled !== null && words.notFiled(worded(words.reasons, notFiled)),
  ].filter(Boolean);
  return why.length > 0 ? why.join('; ') : worded(words.states, state);
}

const STUCK_COLUMNS = [
  { title: words.series },
  { title: words.state },
  { title: words.why },
  { title: words.from },
  { title: words.modality },
  { title: words.objects, isNumber: true },
  { title: words.last },
];

function StuckItems({ pacs: { items, stuck } }: { readonly pacs: Pacs }) {
  if (stuck.length === 0) return null;
  const rows = stuck.map((item) => ({
    key: `${item.series_instance_uid} ${item.sop_instance_uid}`,
    cells: [
      <code key="uid" class="uid">
        {item.sop_instance_uid ?? item.series_instance_uid}
      </code>,
      <Badge key="state" tone={item.state === 'failed' ? 'critical' : 'moderate'}>
        {worded(words.states, item.state)}
      </Badge>,
      whyStuck(item),
      item.from,
      item.modality ?? '–',
      item.objects,
      formatTime(item.last_received_at),
    ],
  }));
  return (
    <Panel title={words.stuck(stuck.length)}>
      <div class={`check check-${items.failed > 0 ? 'failed' : 'warning'}`}>
        <p>{words.counts(items.unroutable, items.failed)}</p>
        <p>
          <strong>{text.administration.state.remedy}:</strong> {words.remedy}
        </p>
        <p class="command">
          <code>{LIST_COMMAND}</code> <CopyButton content={LIST_COMMAND} label={words.copy} />
        </p>
      </div>
      <Table caption={words.stuck(stuck.length)} columns={STUCK_COLUMNS} rows={rows} />
    </Panel>
  );
}

function Listener({ listener }: Pick<Pacs, 'listener'>) {
  const { state, port, tls, peers, ae_title: title } = listener;
  if (state === 'off') return <>{words.off}</>;
  if (state === 'not_listening') {
    return <Badge tone="critical">{words.notListening(port ?? 0)}</Badge>;
  }
  return <>{words.listening(title, port ?? 0, tls, peers)}</>;
}

const SEND_COLUMNS = [
  { title: words.destination },
  { title: words.waiting, isNumber: true },
  { title: words.retrying, isNumber: true },
  { title: words.oldest },
  { title: words.refused, isNumber: true },
  { title: words.sent, isNumber: true },
];

function Sends({ sends }: Pick<Pacs, 'sends'>) {
  if (sends.length === 0) return <p>{words.noDestinations}</p>;
  const rows = sends.map((one) => ({
    key: one.destination,
    cells: [
      one.destination,
      one.waiting,
      one.retrying === 0 ? (
        0
      ) : (
        <Badge key="retrying" tone="moderate">
          {String(one.retrying)}
        </Badge>
      ),
      one.oldest_at === null ? text.administration.none : formatTime(one.oldest_at),
      one.failed === 0 ? (
        0
      ) : (
        <Badge key="failed" tone="critical">
          {String(one.failed)}
        </Badge>
      ),
      one.sent,
    ],
  }));
  return (
    <>
      <h3>{words.sends}</h3>
      <Table caption={words.sends} columns={SEND_COLUMNS} rows={rows} />
      {sends.some(({ retrying, failed }) => retrying + failed > 0) && (
        <p class="field-hint">{words.queueHint}</p>
      )}
    </>
  );
}

function Facts({ pacs }: { readonly pacs: Pacs }) {
  const { listener, held, items } = pacs;
  const limit = formatBytes(held.limit_bytes);
  return (
    <Panel title={words.title}>
      <dl class="facts">
        <dt>{words.listener}</dt>
        <dd>
          <Listener listener={listener} />
        </dd>
        <dt>{words.received}</dt>
        <dd>{pacs.received_in_a_day}</dd>
        <dt>{words.held}</dt>
        <dd>{words.heldOf(held.objects, formatBytes(held.bytes), limit)}</dd>
        <dt>{words.toRead}</dt>
        <dd>{words.toReadOf(items.receiving, items.waiting, items.reading)}</dd>
        <dt>{words.done}</dt>
        <dd>{words.doneOf(items.read, items.not_assessed)}</dd>
        <dt>{words.unanswered}</dt>
        <dd>{words.unansweredOf(items.unroutable, items.failed)}</dd>
      </dl>
      <Sends sends={pacs.sends} />
    </Panel>
  );
}

/** Whether anything of it is in use: most boxes have no scanner or PACS. */
const isUsed = ({ listener, held, sends }: Pacs): boolean =>
  listener.state !== 'off' || held.objects > 0 || sends.length > 0;

/** Read again whenever the state of the appliance is. */
export function usePacs(status: unknown) {
  const { world } = usePage();
  return useLoad(
    (signal) => request<Pacs>('GET', '/v1/admin/pacs', { world, signal }),
    [world, status],
  );
}

export type LoadedPacs = ReturnType<typeof usePacs>;

/** What nobody gets an answer to; nothing where there is none. */
export function StuckPart({ loaded }: { readonly loaded: LoadedPacs }) {
  const pacs = latestOf(loaded.state);
  return pacs === undefined ? null : <StuckItems pacs={pacs} />;
}

/** The exchange with scanners and PACS in figures. */
export function PacsPart({ loaded: { state, reload } }: { readonly loaded: LoadedPacs }) {
  if (state.kind === 'failed') return <Failure error={state.error} retry={reload} />;
  const pacs = latestOf(state);
  if (pacs === undefined) return <Loading />;
  if (isUsed(pacs)) return <Facts pacs={pacs} />;
  return (
    <Panel title={words.title}>
      <p>{words.off}</p>
    </Panel>
  );
}
