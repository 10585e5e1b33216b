import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AdminKeysListAnswer } from '../../api/types.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { formatTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import { latestOf, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import {
  type ApiKey,
  NewKeyDialog,
  ReplaceKeyDialog,
  RevokeKeyDialog,
  SCOPE_COUNT,
} from './key-dialogs.js';

const words = text.administration.keys;

const TONES: Readonly<Record<ApiKey['state'], Tone>> = {
  active: 'low',
  expired: 'unknown',
  revoked: 'unknown',
};

const timeOr = (iso: string | null) => (iso === null ? text.administration.never : formatTime(iso));

const scopeName = (scope: string): string =>
  (words.scopeNames as Readonly<Record<string, string>>)[scope] ?? scope;

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'replace' | 'revoke'; readonly of: ApiKey };

const COLUMNS = [words.name, words.state, words.scopes, words.lastUsed, words.ends, words.actions];

function cellsOf(key: ApiKey, open: (opened: Opened) => void) {
  return [
    key.name,
    <Badge key="state" tone={TONES[key.state]}>
      {words.states[key.state]}
    </Badge>,
    key.scopes.length === SCOPE_COUNT ? words.all : key.scopes.map(scopeName).join(', '),
    timeOr(key.last_used_at),
    timeOr(key.revoked_at ?? key.expires_at),
    key.state === 'active' && (
      <div key="actions" class="buttons">
        <Button onClick={() => open({ kind: 'replace', of: key })}>
          {words.rotate}
          <span class="hidden-text"> {key.name}</span>
        </Button>
        <Button look="danger" onClick={() => open({ kind: 'revoke', of: key })}>
          {words.revoke}
          <span class="hidden-text"> {key.name}</span>
        </Button>
      </div>
    ),
  ];
}

/** Valid keys first, and of those the ones used last. */
const sorted = (keys: readonly ApiKey[]): ApiKey[] =>
  [...keys].sort(
    (a, b) =>
      Number(b.state === 'active') - Number(a.state === 'active') ||
      (b.last_used_at ?? b.created_at ?? '').localeCompare(a.last_used_at ?? a.created_at ?? ''),
  );

/** The keys of programs. */
export function KeysPart() {
  const { world } = usePage();
  const [opened, setOpened] = useState<Opened>();
  const { state, reload } = useLoad(
    (signal) => request<AdminKeysListAnswer>('GET', '/v1/admin/keys', { world, signal }),
    [world],
  );
  const close = () => setOpened(undefined);
  const answer = latestOf(state);
  const rows = sorted(answer?.keys ?? []).map((key) => ({
    key: key.key_id,
    cells: cellsOf(key, setOpened),
  }));
  return (
    <Panel
      title={text.administration.parts.keys}
      actions={
        <Button look="primary" onClick={() => setOpened({ kind: 'new' })}>
          {words.create}
        </Button>
      }
    >
      <p>{words.intro(text.frame[world])}</p>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {answer === undefined && state.kind === 'loading' && <Loading />}
      {answer !== undefined && rows.length === 0 && <p>{text.common.nothing}</p>}
      {rows.length > 0 && (
        <Table
          caption={text.administration.parts.keys}
          columns={COLUMNS.map((title) => ({ title }))}
          rows={rows}
        />
      )}
      {opened?.kind === 'new' && <NewKeyDialog onChanged={reload} onClose={close} />}
      {opened?.kind === 'replace' && (
        <ReplaceKeyDialog of={opened.of} onChanged={reload} onClose={close} />
      )}
      {opened?.kind === 'revoke' && (
        <RevokeKeyDialog of={opened.of} onChanged={reload} onClose={close} />
      )}
    </Panel>
  );
}
