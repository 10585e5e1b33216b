import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AdminJobsListAnswer } from '../../api/types.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Confirm } from '../../components/confirm.js';
import { Field } from '../../components/field.js';
import { formatTime } from '../../components/format-time.js';
import { PagedTable } from '../../components/paged-table.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { useAction } from '../../state/use-load.js';
import { usePages } from '../../state/use-pages.js';
import { text } from '../../text/en.js';

const words = text.administration.jobs;

type Page = AdminJobsListAnswer;
type Job = Page['jobs'][number];

const PATH = '/v1/admin/jobs';
const FILTERS = {
  open: 'queued,running',
  failed: 'failed',
  all: undefined,
} as const;
type Filter = keyof typeof FILTERS;

const TONES: Readonly<Record<Job['status'], Tone>> = {
  queued: 'plain',
  running: 'moderate',
  succeeded: 'low',
  failed: 'critical',
  cancelled: 'unknown',
  expired: 'unknown',
};

const ownerOf = (job: Job): string => job.owner_name ?? job.owner_id;
const isOpen = ({ status }: Job): boolean => status === 'queued' || status === 'running';

interface CancelProps {
  readonly of: Job;
  onChanged(): void;
  onClose(): void;
}

function CancelDialog({ of, onChanged, onClose }: CancelProps) {
  const { world } = usePage();
  const cancel = useAction(async (signal) => {
    await request('DELETE', `${PATH}/${encodeURIComponent(of.job_id)}`, { world, signal });
    onChanged();
    onClose();
  });
  return (
    <Confirm
      title={words.cancelTitle}
      action={words.cancel}
      isDangerous
      keep={words.keep}
      state={cancel.state}
      onConfirm={() => cancel.run()}
      onClose={onClose}
    >
      <p>{words.cancelText(of.operation, ownerOf(of))}</p>
    </Confirm>
  );
}

const COLUMNS = [
  words.operation,
  words.owner,
  words.status,
  words.progress,
  words.created,
  words.attempts,
  words.actions,
];

const PERCENT = 100;

function rowOf(job: Job, open: (job: Job) => void) {
  return {
    key: job.job_id,
    cells: [
      job.operation,
      ownerOf(job),
      <>
        <Badge tone={TONES[job.status]}>{words.statuses[job.status]}</Badge> {job.error_code}
      </>,
      text.administration.live.percent(String(Math.floor(job.progress * PERCENT))),
      formatTime(job.created_at),
      job.attempts,
      isOpen(job) && (
        <Button key="cancel" look="danger" onClick={() => open(job)}>
          {words.cancel}
        </Button>
      ),
    ],
  };
}

/** The jobs of all. */
export function JobsPart() {
  const { world } = usePage();
  const [filter, setFilter] = useState<Filter>('open');
  const [cancelling, setCancelling] = useState<Job>();
  const list = usePages<Page>(
    (signal, after) =>
      request('GET', PATH, { world, signal, query: { status: FILTERS[filter], after } }),
    [world, filter],
  );
  return (
    <Panel
      title={text.administration.parts.jobs}
      actions={<Button onClick={list.reload}>{text.administration.refresh}</Button>}
    >
      <p>{words.intro}</p>
      <div class="narrow">
        <Field label={words.which}>
          {(attributes) => (
            <select
              {...attributes}
              value={filter}
              onChange={({ currentTarget }) => {
                const { value } = currentTarget;
                if (value in FILTERS) setFilter(value as Filter);
              }}
            >
              {Object.entries(words.filters).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <PagedTable
        caption={text.administration.parts.jobs}
        columns={COLUMNS}
        list={list}
        rowsOf={({ jobs }) => jobs.map((job) => rowOf(job, setCancelling))}
        none={words.none}
        noneSoFar={words.none}
        moreLabel={text.administration.showMore}
      />
      {cancelling !== undefined && (
        <CancelDialog
          of={cancelling}
          onChanged={list.reload}
          onClose={() => setCancelling(undefined)}
        />
      )}
    </Panel>
  );
}
