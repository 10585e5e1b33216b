import { request } from '../../api/client.js';
import type { AdminDoctorReadAnswer } from '../../api/types.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { formatTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { latestOf, useAction, useLoad } from '../../state/use-load.js';
import { usePolling } from '../../state/use-polling.js';
import { text } from '../../text/en.js';
import { CheckList, StateBadge } from './check-list.js';

const words = text.administration.doctor;

type Report = AdminDoctorReadAnswer;

const PATH = '/v1/admin/doctor';
const LOOK_EVERY_MS = 1_000;

function Findings({ report }: { readonly report: Report }) {
  const rank = { failed: 0, warning: 1, ok: 2 } as const;
  // The order may only change when no more follow: a list that moves cannot be read.
  const lines =
    report.state === 'running'
      ? report.checks
      : [...report.checks].sort((a, b) => rank[a.state] - rank[b.state]);
  return (
    <>
      <CheckList lines={lines} />
      {report.remaining.length > 0 && (
        <p>
          {words.remaining}:{' '}
          {report.remaining
            .map((name) => (text.administration.checks as Record<string, string>)[name] ?? name)
            .join(', ')}
        </p>
      )}
    </>
  );
}

/** All checks of the installation, each with its remedy. */
export function DoctorPart() {
  const { world } = usePage();
  const { state, reload } = useLoad(
    (signal) => request<Report>('GET', PATH, { world, signal }),
    [world],
  );
  const start = useAction(async (signal) => {
    await request('POST', PATH, { world, signal, body: {} });
    reload();
  });
  const report = latestOf(state);
  usePolling(report?.state === 'running', reload, LOOK_EVERY_MS);
  if (report === undefined) {
    return state.kind === 'failed' ? <Failure error={state.error} retry={reload} /> : <Loading />;
  }
  const { checks, remaining, ended_at, worst } = report;
  const title =
    ended_at === undefined ? text.administration.parts.doctor : words.ended(formatTime(ended_at));
  return (
    <Panel
      title={title}
      actions={
        <Button look="primary" busy={report.state === 'running'} onClick={() => start.run()}>
          {words.start}
        </Button>
      }
    >
      <p>{words.intro}</p>
      {start.state.kind === 'failed' && <Failure error={start.state.error} />}
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {worst !== undefined && report.state === 'done' && (
        <p>
          <StateBadge state={worst} />
        </p>
      )}
      {report.state === 'never' && <p>{words.never}</p>}
      {report.state === 'failed' && <p role="alert">{words.failed(report.reason ?? '')}</p>}
      {report.state === 'running' && (
        <Loading what={words.running(checks.length, checks.length + remaining.length)} />
      )}
      <Findings report={report} />
    </Panel>
  );
}
