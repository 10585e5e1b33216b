import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AdminLogsAnswer } from '../../api/types.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import { latestOf, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';

const words = text.administration.log;

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const TONES: Readonly<Record<string, Tone>> = {
  warn: 'moderate',
  error: 'critical',
  fatal: 'critical',
};
const TIME = new Intl.DateTimeFormat(text.locale, { timeStyle: 'medium' });

type Line = AdminLogsAnswer['lines'][number];

const factsIn = ({ facts }: Line): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');

const nameOf = (level: string): string =>
  (words.levels as Readonly<Record<string, string>>)[level] ?? level;

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  if (lines.length === 0) return <p>{words.none}</p>;
  const rows = lines.map((line, at) => ({
    // Two lines may be the same in every respect.
    key: `${line.at} ${lines.length - at}`,
    cells: [
      <time key="at" class="numeric log-line" dateTime={line.at}>
        {TIME.format(new Date(line.at))}
      </time>,
      <Badge key="level" tone={TONES[line.level] ?? 'plain'}>
        {nameOf(line.level)}
      </Badge>,
      line.message,
      <span key="facts" class="log-facts table-long">
        {factsIn(line)}
      </span>,
    ],
  }));
  const titles = [words.at, words.level, words.message, words.facts];
  return (
    <Table
      caption={text.administration.parts.log}
      columns={titles.map((title) => ({ title }))}
      rows={rows}
    />
  );
}

/** The log of the last hour. */
export function LogPart() {
  const { world } = usePage();
  const [level, setLevel] = useState<(typeof LEVELS)[number]>('info');
  const [about, setAbout] = useState('');
  const { state, reload } = useLoad(
    (signal) =>
      request<AdminLogsAnswer>('GET', '/v1/admin/logs', {
        world,
        signal,
        query: { level, request_id: about.trim() || undefined },
      }),
    [world, level],
  );
  const answer = latestOf(state);
  return (
    <Panel
      title={text.administration.parts.log}
      actions={<Button onClick={reload}>{text.administration.refresh}</Button>}
    >
      <p>{words.intro}</p>
      <form
        class="form-row"
        onSubmit={(event) => {
          event.preventDefault();
          reload();
        }}
      >
        <Field label={words.fromLevel}>
          {(attributes) => (
            <select
              {...attributes}
              value={level}
              onChange={({ currentTarget }) => {
                const chosen = LEVELS.find((one) => one === currentTarget.value);
                if (chosen !== undefined) setLevel(chosen);
              }}
            >
              {LEVELS.map((one) => (
                <option key={one} value={one}>
                  {words.levels[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.request} hint={words.requestHint} optional>
          {(attributes) => (
            <input
              {...attributes}
              value={about}
              onInput={({ currentTarget }) => setAbout(currentTarget.value)}
            />
          )}
        </Field>
      </form>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {answer === undefined ? (
        state.kind === 'loading' && <Loading />
      ) : (
        <Lines lines={answer.lines} />
      )}
    </Panel>
  );
}
