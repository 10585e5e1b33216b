import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AdminUsersListAnswer } from '../../api/types.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { formatTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { usePage } from '../../state/page.js';
import { latestOf, useAction, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import {
  AddPersonDialog,
  ChangePersonDialog,
  DisablePersonDialog,
  type PersonRow,
  ResetPersonDialog,
  SignOutPersonDialog,
} from './person-dialogs.js';

const words = text.administration.people;

const TONES: Readonly<Record<PersonRow['state'], Tone>> = {
  active: 'low',
  invited: 'moderate',
  disabled: 'unknown',
};

const DIALOGS = {
  change: ChangePersonDialog,
  reset: ResetPersonDialog,
  disable: DisablePersonDialog,
  signOut: SignOutPersonDialog,
} as const satisfies Record<
  string,
  FunctionComponent<{ of: PersonRow; onChanged(): void; onClose(): void }>
>;

type DialogName = keyof typeof DIALOGS;

interface Opened {
  readonly dialog: DialogName;
  readonly of: PersonRow;
}

interface ActionsProps {
  readonly of: PersonRow;
  open(opened: Opened): void;
  onChanged(): void;
}

function EnableButton({ of, onChanged }: Omit<ActionsProps, 'open'>) {
  const { world } = usePage();
  const enable = useAction(async (signal) => {
    const path = `/v1/admin/users/${encodeURIComponent(of.user_id)}`;
    await request('POST', path, { world, signal, body: { disabled: false } });
    onChanged();
  });
  return (
    <>
      <Button busy={enable.state.kind === 'loading'} onClick={() => enable.run()}>
        {words.enable}
        <span class="hidden-text"> {of.display_name}</span>
      </Button>
      {enable.state.kind === 'failed' && <Failure error={enable.state.error} />}
    </>
  );
}

function Actions({ of, open, onChanged }: ActionsProps) {
  const { session } = usePage();
  if (of.user_id === session.user.user_id) {
    return <span class="log-facts">{words.ownRights}</span>;
  }
  if (of.state === 'disabled') return <EnableButton of={of} onChanged={onChanged} />;
  const isLocal = of.source === 'local';
  const names: DialogName[] = [
    ...(isLocal ? (['change', 'reset'] as const) : []),
    ...(of.state === 'active' ? (['signOut'] as const) : []),
    'disable',
  ];
  return (
    <div class="buttons">
      {names.map((dialog) => (
        <Button
          key={dialog}
          look={dialog === 'disable' ? 'danger' : 'plain'}
          onClick={() => open({ dialog, of })}
        >
          {words[dialog]}
          <span class="hidden-text"> {of.display_name}</span>
        </Button>
      ))}
    </div>
  );
}

const roleName = (role: string): string =>
  (text.roles as Readonly<Record<string, string>>)[role] ?? role;

function PersonName({ of }: { readonly of: PersonRow }) {
  const { session } = usePage();
  const isYou = of.user_id === session.user.user_id;
  return (
    <>
      {of.display_name}
      {isYou && ` (${words.you})`}
      <div class="log-facts">
        {of.user_name} · {words.source[of.source]}
      </div>
    </>
  );
}

const COLUMNS = [
  words.person,
  words.state,
  words.roles,
  words.worlds,
  words.secondFactor,
  words.lastSignIn,
  words.actions,
];

const RANK = { active: 0, invited: 0, disabled: 1 } as const;

/** The people who sign in. */
export function PeoplePart() {
  const { world } = usePage();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const { state, reload } = useLoad(
    (signal) => request<AdminUsersListAnswer>('GET', '/v1/admin/users', { world, signal }),
    [world],
  );
  const users = [...(latestOf(state)?.users ?? [])].sort(
    (a, b) => RANK[a.state] - RANK[b.state] || a.display_name.localeCompare(b.display_name),
  );
  const rows = users.map((of) => ({
    key: of.user_id,
    cells: [
      <PersonName key="name" of={of} />,
      <Badge key="state" tone={TONES[of.state]}>
        {words.states[of.state]}
      </Badge>,
      of.roles.map(roleName).join(', '),
      of.worlds.map((one) => text.frame[one]).join(', '),
      of.second_factor ? words.yes : words.no,
      of.last_sign_in_at === null ? text.administration.never : formatTime(of.last_sign_in_at),
      <Actions key="actions" of={of} open={setOpened} onChanged={reload} />,
    ],
  }));
  const Opening = opened && DIALOGS[opened.dialog];
  return (
    <Panel
      title={text.administration.parts.people}
      actions={
        <Button look="primary" onClick={() => setIsAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <p>{words.intro}</p>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {rows.length === 0 && state.kind === 'loading' && <Loading />}
      {rows.length > 0 && (
        <Table
          caption={text.administration.parts.people}
          columns={COLUMNS.map((title) => ({ title }))}
          rows={rows}
        />
      )}
      {isAdding && <AddPersonDialog onChanged={reload} onClose={() => setIsAdding(false)} />}
      {opened !== undefined && Opening !== undefined && (
        <Opening of={opened.of} onChanged={reload} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  );
}
