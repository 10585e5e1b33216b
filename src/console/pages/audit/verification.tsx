import { Fragment } from 'preact';
import { request } from '../../api/client.js';
import type { AuditVerificationReadAnswer } from '../../api/types.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { formatTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { latestOf, useAction, useLoad } from '../../state/use-load.js';
import { usePolling } from '../../state/use-polling.js';
import { text } from '../../text/en.js';

const words = text.audit;

type Answer = AuditVerificationReadAnswer;
type Verdict = NonNullable<Answer['verdict']>;

const PATH = '/v1/audit/verification';
const LOOK_EVERY_MS = 1_000;

function VerdictFacts({ verdict }: { readonly verdict: Verdict }) {
  const facts = [
    [words.records, verdict.records.toLocaleString(text.locale)],
    [words.head, verdict.head_hash],
    [words.checkpoints, verdict.checkpoints],
    [words.signedTo, verdict.signed_to],
    [words.segments, verdict.segments],
    [words.from, verdict.from],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

function VerdictShown({ verdict, endedAt }: { verdict: Verdict; endedAt: string | undefined }) {
  return (
    <>
      <p>
        <Badge tone={verdict.intact ? 'low' : 'critical'}>
          {verdict.intact ? words.intact : words.broken(verdict.place ?? '')}
        </Badge>{' '}
        {endedAt !== undefined && words.verified(formatTime(endedAt))}
      </p>
      {!verdict.intact && (
        <div class="failure" role="alert">
          <p class="failure-message">{verdict.reason}</p>
          <p>{words.brokenAdvice}</p>
        </div>
      )}
      <VerdictFacts verdict={verdict} />
    </>
  );
}

/** Whether the log is whole. */
export function Verification() {
  const { world } = usePage();
  const { state, reload } = useLoad(
    (signal) => request<Answer>('GET', PATH, { world, signal }),
    [world],
  );
  const start = useAction(async (signal) => {
    await request('POST', PATH, { world, signal, body: {} });
    reload();
  });
  const answer = latestOf(state);
  const isRunning = answer?.state === 'running';
  usePolling(isRunning, reload, LOOK_EVERY_MS);
  return (
    <Panel
      title={words.verifyTitle}
      actions={
        <Button busy={isRunning} onClick={() => start.run()}>
          {words.verify}
        </Button>
      }
    >
      <p>{words.verifyText}</p>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {start.state.kind === 'failed' && <Failure error={start.state.error} />}
      {isRunning && <Loading what={words.verifying} />}
      {answer?.state === 'never' && <p>{words.neverVerified}</p>}
      {answer?.state === 'failed' && <p role="alert">{words.couldNot(answer.reason ?? '')}</p>}
      {answer?.verdict !== undefined && (
        <VerdictShown verdict={answer.verdict} endedAt={answer.ended_at} />
      )}
    </Panel>
  );
}
