import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AdminModelsListAnswer, AdminModelsRollbackAnswer } from '../../api/types.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Confirm } from '../../components/confirm.js';
import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import { latestOf, useAction, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { InstallPackage } from './install-package.js';

const words = text.administration.models;

type Package = AdminModelsListAnswer['packages'][number];

interface RollbackProps {
  readonly of: Package;
  onDone(message: string): void;
  onClose(): void;
}

function RollbackDialog({ of, onDone, onClose }: RollbackProps) {
  const { world } = usePage();
  const rollback = useAction(async (signal) => {
    const path = `/v1/admin/models/${encodeURIComponent(of.id)}/rollback`;
    const options = { world, signal, body: {} };
    const { id, version } = await request<AdminModelsRollbackAnswer>('POST', path, options);
    onDone(words.rolledBack(id, version));
    onClose();
  });
  return (
    <Confirm
      title={words.rollbackTitle(of.id)}
      action={words.rollback}
      isDangerous
      state={rollback.state}
      onConfirm={() => rollback.run()}
      onClose={onClose}
    >
      <p>{words.rollbackText(of.id, of.version ?? '', of.before[0] ?? words.toProgram)}</p>
    </Confirm>
  );
}

const COLUMNS = [
  words.package,
  words.version,
  words.status,
  words.signed,
  words.from,
  words.earlier,
  words.actions,
];

function rowOf(one: Package, open: (of: Package) => void) {
  const isSound = one.status === 'verified';
  return {
    key: one.id,
    cells: [
      <>
        {one.id}
        <div class="log-facts">{one.title}</div>
      </>,
      one.version,
      <>
        <Badge tone={isSound ? 'low' : 'critical'}>
          {isSound ? words.verified : words.quarantined}
        </Badge>{' '}
        {one.reason}
      </>,
      one.signed,
      words.places[one.from],
      one.before.join(', '),
      one.from === 'store' && (
        <Button key="rollback" onClick={() => open(one)}>
          {words.rollback}
          <span class="hidden-text"> {one.id}</span>
        </Button>
      ),
    ],
  };
}

/** The packages: install and roll back. */
export function ModelsPart() {
  const { world } = usePage();
  const [opened, setOpened] = useState<Package>();
  const [done, setDone] = useState<string>();
  const { state, reload } = useLoad(
    (signal) => request<AdminModelsListAnswer>('GET', '/v1/admin/models', { world, signal }),
    [world],
  );
  const report = (message: string) => {
    setDone(message);
    reload();
  };
  const answer = latestOf(state);
  return (
    <Panel title={text.administration.parts.models}>
      <p>{words.intro}</p>
      <InstallPackage
        onInstalled={({ id, version, backend, replaced }) => {
          const instead = replaced === null ? '' : ` ${words.installedInstead(replaced)}`;
          report(`${words.installed(id, version, backend)}${instead}`);
        }}
      />
      <p role="status">{done}</p>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {state.kind === 'loading' && <Loading what={words.checking} />}
      {answer !== undefined && (
        <Table
          caption={text.administration.parts.models}
          columns={COLUMNS.map((title) => ({ title }))}
          rows={answer.packages.map((one) => rowOf(one, setOpened))}
        />
      )}
      {opened !== undefined && (
        <RollbackDialog of={opened} onDone={report} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  );
}
