import { useState } from 'preact/hooks';
import { newActionName, request } from '../../api/client.js';
import type {
  AdminUsersAddAnswer,
  AdminUsersListAnswer,
  AdminUsersResetAnswer,
} from '../../api/types.js';
import { Button } from '../../components/button.js';
import { Choices } from '../../components/choices.js';
import { Confirm } from '../../components/confirm.js';
import { CopyButton } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import { formatTime } from '../../components/format-time.js';
import { usePage } from '../../state/page.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';

const words = text.administration.people;

export type PersonRow = AdminUsersListAnswer['users'][number];

interface DialogProps {
  /** Something was changed: the list is read again. */
  onChanged(): void;
  onClose(): void;
}

type PersonDialogProps = DialogProps & { readonly of: PersonRow };

const pathOf = ({ user_id }: PersonRow, below = ''): string =>
  `/v1/admin/users/${encodeURIComponent(user_id)}${below}`;

const ROLES = Object.entries(words.rolesHint).map(([value, hint]) => ({
  value,
  label: (text.roles as Readonly<Record<string, string>>)[value] ?? value,
  hint,
}));
const WORLDS = (['test', 'live'] as const).map((value) => ({ value, label: text.frame[value] }));

interface LinkProps {
  readonly name: string;
  /** A path of this server with the token in its fragment. */
  readonly link: string;
  readonly until: string;
  onClose(): void;
}

function LinkDialog({ name, link, until, onClose }: LinkProps) {
  const address = `${location.origin}${link}`;
  return (
    <Dialog title={words.linkTitle(name)} onClose={onClose}>
      <p>
        <strong>{words.linkText(formatTime(until))}</strong>
      </p>
      <code class="key-once">{address}</code>
      <div class="buttons">
        <CopyButton content={address} label={words.copyLink} />
        <Button onClick={onClose}>{words.given}</Button>
      </div>
    </Dialog>
  );
}

interface Grants {
  readonly roles: readonly string[];
  readonly worlds: readonly string[];
}

function GrantFields({ grants, change }: { grants: Grants; change(grants: Grants): void }) {
  const none = (list: readonly string[]) => (list.length === 0 ? words.noRole : undefined);
  return (
    <>
      <Choices
        legend={words.roles}
        choices={ROLES}
        chosen={grants.roles}
        error={none(grants.roles)}
        onChange={(roles) => change({ ...grants, roles })}
      />
      <Choices
        legend={words.worlds}
        choices={WORLDS}
        chosen={grants.worlds}
        error={none(grants.worlds)}
        onChange={(worlds) => change({ ...grants, worlds })}
      />
    </>
  );
}

const isWhole = ({ roles, worlds }: Grants): boolean => roles.length > 0 && worlds.length > 0;

/** A new person, and then the link for the password. */
export function AddPersonDialog({ onChanged, onClose }: DialogProps) {
  const { world } = usePage();
  const [action] = useState(newActionName);
  const [userName, setUserName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [grants, setGrants] = useState<Grants>({ roles: ['clinician'], worlds: [world] });
  const add = useAction(async (signal) => {
    const name = displayName.trim();
    const body = { user_name: userName, ...(name !== '' && { display_name: name }), ...grants };
    const options = { world, signal, body, idempotencyKey: action };
    const added = await request<AdminUsersAddAnswer>('POST', '/v1/admin/users', options);
    onChanged();
    return added;
  });
  const { state } = add;
  if (state.kind === 'ready' && state.value.link !== undefined) {
    const { display_name, link, link_expires_at } = state.value;
    return <LinkDialog name={display_name} link={link} until={link_expires_at} onClose={onClose} />;
  }
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole(grants)) add.run();
        }}
      >
        <div class="form-row">
          <Field label={words.userName} hint={words.userNameHint}>
            {(attributes) => (
              <input
                {...attributes}
                required
                autocomplete="off"
                value={userName}
                onInput={({ currentTarget }) => setUserName(currentTarget.value)}
              />
            )}
          </Field>
          <Field label={words.displayName} optional>
            {(attributes) => (
              <input
                {...attributes}
                autocomplete="off"
                value={displayName}
                onInput={({ currentTarget }) => setDisplayName(currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <GrantFields grants={grants} change={setGrants} />
        {state.kind === 'failed' && <Failure error={state.error} />}
        <div class="buttons">
          <Button type="submit" look="primary" busy={state.kind === 'loading'}>
            {words.add}
          </Button>
          <Button onClick={onClose}>{text.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Other roles or worlds. */
export function ChangePersonDialog({ of, onChanged, onClose }: PersonDialogProps) {
  const { world } = usePage();
  const [grants, setGrants] = useState<Grants>(of);
  const change = useAction(async (signal) => {
    const { roles, worlds } = grants;
    await request('POST', pathOf(of), { world, signal, body: { roles, worlds } });
    onChanged();
    onClose();
  });
  return (
    <Confirm
      title={words.changeTitle(of.display_name)}
      action={words.save}
      state={change.state}
      onConfirm={() => isWhole(grants) && change.run()}
      onClose={onClose}
    >
      <p>{words.changeText}</p>
      <GrantFields grants={grants} change={setGrants} />
    </Confirm>
  );
}

/** A link for a new password. */
export function ResetPersonDialog({ of, onChanged, onClose }: PersonDialogProps) {
  const { world } = usePage();
  const [action] = useState(newActionName);
  const [withFactor, setWithFactor] = useState(false);
  const reset = useAction(async (signal) => {
    const body = { second_factor: withFactor };
    const options = { world, signal, body, idempotencyKey: action };
    const answer = await request<AdminUsersResetAnswer>('POST', pathOf(of, '/reset'), options);
    onChanged();
    return answer;
  });
  const { state } = reset;
  if (state.kind === 'ready' && state.value.link !== undefined) {
    const { display_name, link, link_expires_at } = state.value;
    return <LinkDialog name={display_name} link={link} until={link_expires_at} onClose={onClose} />;
  }
  return (
    <Confirm
      title={words.resetTitle(of.display_name)}
      action={words.reset}
      isDangerous
      state={state}
      onConfirm={() => reset.run()}
      onClose={onClose}
    >
      <p>{words.resetText(of.display_name)}</p>
      {of.second_factor && (
        <label class="choices-one">
          <input
            type="checkbox"
            checked={withFactor}
            onChange={({ currentTarget }) => setWithFactor(currentTarget.checked)}
          />
          {words.resetFactor}
        </label>
      )}
    </Confirm>
  );
}

export function DisablePersonDialog({ of, onChanged, onClose }: PersonDialogProps) {
  const { world } = usePage();
  const disable = useAction(async (signal) => {
    await request('POST', pathOf(of), { world, signal, body: { disabled: true } });
    onChanged();
    onClose();
  });
  return (
    <Confirm
      title={words.disableTitle(of.display_name)}
      action={words.disable}
      isDangerous
      state={disable.state}
      onConfirm={() => disable.run()}
      onClose={onClose}
    >
      <p>{words.disableText(of.display_name)}</p>
    </Confirm>
  );
}

export function SignOutPersonDialog({ of, onChanged, onClose }: PersonDialogProps) {
  const { world } = usePage();
  const signOut = useAction(async (signal) => {
    await request('DELETE', pathOf(of, '/sessions'), { world, signal });
    onChanged();
    onClose();
  });
  return (
    <Confirm
      title={words.signOutTitle(of.display_name)}
      action={words.signOut}
      isDangerous
      state={signOut.state}
      onConfirm={() => signOut.run()}
      onClose={onClose}
    >
      <p>{words.signOutText(of.display_name)}</p>
    </Confirm>
  );
}
