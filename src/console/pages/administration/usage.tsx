import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AdminUsageAnswer } from '../../api/types.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import { formatTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import { latestOf, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';

const words = text.administration.usage;

const DAYS = ['1', '7', '30'] as const;
const DAY_MS = 86_400_000;

type Actor = AdminUsageAnswer['actors'][number];

const typeName = (type: string): string =>
  (words.types as Readonly<Record<string, string>>)[type] ?? type;

const OPERATION_COLUMNS = [
  { title: words.operation },
  { title: words.success, isNumber: true },
  { title: words.refused, isNumber: true },
  { title: words.failed, isNumber: true },
];
const COLUMNS = [
  { title: words.actor },
  { title: words.total, isNumber: true },
  { title: words.refused, isNumber: true },
  { title: words.failed, isNumber: true },
  { title: words.operation },
];

function Operations({ actor, name }: { readonly actor: Actor; readonly name: string }) {
  const rows = actor.operations.map((one) => ({
    key: one.operation,
    cells: [one.operation, one.success, one.refused, one.failed],
  }));
  return (
    <details class="details">
      <summary>{words.details(name)}</summary>
      <Table caption={words.details(name)} columns={OPERATION_COLUMNS} rows={rows} />
    </details>
  );
}

function rowOf(actor: Actor) {
  const name = actor.name ?? actor.id;
  return {
    key: `${actor.type} ${actor.id}`,
    cells: [
      <>
        {name}
        <div class="log-facts">{typeName(actor.type)}</div>
      </>,
      actor.total.toLocaleString(text.locale),
      actor.refused.toLocaleString(text.locale),
      actor.failed.toLocaleString(text.locale),
      <Operations key="operations" actor={actor} name={name} />,
    ],
  };
}

/** Who has used the appliance, and how much. */
export function UsagePart() {
  const { world } = usePage();
  const [days, setDays] = useState<string>('1');
  const { state, reload } = useLoad(
    (signal) =>
      request<AdminUsageAnswer>('GET', '/v1/admin/usage', {
        world,
        signal,
        query: { since: new Date(Date.now() - Number(days) * DAY_MS).toISOString() },
      }),
    [world, days],
  );
  const answer = latestOf(state);
  return (
    <Panel title={text.administration.parts.usage}>
      <p>{words.intro}</p>
      <div class="narrow">
        <Field label={words.period}>
          {(attributes) => (
            <select
              {...attributes}
              value={days}
              onChange={({ currentTarget }) => setDays(currentTarget.value)}
            >
              {DAYS.map((one) => (
                <option key={one} value={one}>
                  {words.periods[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {state.kind === 'loading' && <Loading />}
      {answer?.complete === false && (
        <p role="note">
          {words.partly(answer.counted_from === null ? '' : formatTime(answer.counted_from))}
        </p>
      )}
      {answer?.actors.length === 0 && <p>{text.common.nothing}</p>}
      {answer !== undefined && answer.actors.length > 0 && (
        <Table
          caption={text.administration.parts.usage}
          columns={COLUMNS}
          rows={answer.actors.map(rowOf)}
        />
      )}
    </Panel>
  );
}
