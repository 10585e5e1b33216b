import { useState } from 'preact/hooks';
import { newActionName, request } from '../../api/client.js';
import type {
  AdminKeysCreateAnswer,
  AdminKeysListAnswer,
  AdminKeysRotateAnswer,
} from '../../api/types.js';
import { Button } from '../../components/button.js';
import { Choices } from '../../components/choices.js';
import { Confirm } from '../../components/confirm.js';
import { CopyButton } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import { usePage } from '../../state/page.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';

const words = text.administration.keys;

export type ApiKey = AdminKeysListAnswer['keys'][number];

const SCOPES = Object.entries(words.scopeNames).map(([value, label]) => ({ value, label }));
export const SCOPE_COUNT = SCOPES.length;

const LIFETIMES = ['never', '30', '90', '365'] as const;
type Lifetime = (typeof LIFETIMES)[number];
const DAY_MS = 86_400_000;

const endOf = (lifetime: Lifetime): string | undefined =>
  lifetime === 'never' ? undefined : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();

/** The key itself, this once. */
function ShownOnce({ secret }: { readonly secret: string }) {
  return (
    <>
      <p>
        <strong>{words.shownText}</strong>
      </p>
      <code class="key-once">{secret}</code>
    </>
  );
}

function ShownDialog({ secret, onClose }: { readonly secret: string; onClose(): void }) {
  return (
    <Dialog title={words.shownTitle} onClose={onClose}>
      <ShownOnce secret={secret} />
      <div class="buttons">
        <CopyButton content={secret} label={words.copyKey} />
        <Button onClick={onClose}>{words.stored}</Button>
      </div>
    </Dialog>
  );
}

interface DialogProps {
  /** Something was changed: the list is read again. */
  onChanged(): void;
  onClose(): void;
}

interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly lifetime: Lifetime;
  readonly rate: string;
}

function NewKeyForm({
  asked,
  change,
}: {
  asked: KeyRequest;
  change(next: Partial<KeyRequest>): void;
}) {
  return (
    <>
      <Field label={words.name} hint={words.nameHint}>
        {(attributes) => (
          <input
            {...attributes}
            required
            maxLength={100}
            value={asked.name}
            onInput={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        )}
      </Field>
      <Choices
        legend={words.scopes}
        choices={SCOPES}
        chosen={asked.scopes}
        error={asked.scopes.length === 0 ? words.noScope : undefined}
        onChange={(scopes) => change({ scopes })}
      />
      <div class="form-row">
        <Field label={words.ends}>
          {(attributes) => (
            <select
              {...attributes}
              value={asked.lifetime}
              onChange={({ currentTarget }) => {
                const lifetime = LIFETIMES.find((one) => one === currentTarget.value);
                if (lifetime !== undefined) change({ lifetime });
              }}
            >
              {LIFETIMES.map((one) => (
                <option key={one} value={one}>
                  {words.lifetimes[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.rate} hint={words.rateHint} optional>
          {(attributes) => (
            <input
              {...attributes}
              type="number"
              min={1}
              inputMode="numeric"
              value={asked.rate}
              onInput={({ currentTarget }) => change({ rate: currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

/** A new key, and then the key itself. */
export function NewKeyDialog({ onChanged, onClose }: DialogProps) {
  const { world } = usePage();
  const [action] = useState(newActionName);
  const [asked, setAsked] = useState<KeyRequest>({
    name: '',
    scopes: ['risk', 'medications'],
    lifetime: '365',
    rate: '',
  });
  const create = useAction(async (signal) => {
    const body = {
      name: asked.name,
      scopes: asked.scopes,
      expires_at: endOf(asked.lifetime),
      rate_per_minute: asked.rate === '' ? undefined : Number(asked.rate),
    };
    const options = { world, signal, body, idempotencyKey: action };
    const made = await request<AdminKeysCreateAnswer>('POST', '/v1/admin/keys', options);
    onChanged();
    return made;
  });
  const { state } = create;
  if (state.kind === 'ready' && state.value.key !== undefined) {
    return <ShownDialog secret={state.value.key} onClose={onClose} />;
  }
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (asked.scopes.length > 0) create.run();
        }}
      >
        <NewKeyForm asked={asked} change={(next) => setAsked({ ...asked, ...next })} />
        {state.kind === 'failed' && <Failure error={state.error} />}
        <div class="buttons">
          <Button type="submit" look="primary" busy={state.kind === 'loading'}>
            {words.create}
          </Button>
          <Button onClick={onClose}>{text.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

const GRACES = ['24', '168', '720', '0'] as const;

/** A new key in the place of another. */
export function ReplaceKeyDialog({
  of,
  onChanged,
  onClose,
}: DialogProps & { readonly of: ApiKey }) {
  const { world } = usePage();
  const [action] = useState(newActionName);
  const [grace, setGrace] = useState<string>('24');
  const replace = useAction(async (signal) => {
    const path = `/v1/admin/keys/${encodeURIComponent(of.key_id)}/rotation`;
    const body = { grace_hours: Number(grace) };
    const options = { world, signal, body, idempotencyKey: action };
    const made = await request<AdminKeysRotateAnswer>('POST', path, options);
    onChanged();
    return made;
  });
  const { state } = replace;
  if (state.kind === 'ready' && state.value.key !== undefined) {
    return <ShownDialog secret={state.value.key} onClose={onClose} />;
  }
  return (
    <Confirm
      title={words.rotateTitle(of.name)}
      action={words.rotate}
      state={state}
      onConfirm={() => replace.run()}
      onClose={onClose}
    >
      <p>{words.rotateText}</p>
      <Field label={words.grace}>
        {(attributes) => (
          <select
            {...attributes}
            value={grace}
            onChange={({ currentTarget }) => setGrace(currentTarget.value)}
          >
            {GRACES.map((one) => (
              <option key={one} value={one}>
                {words.graces[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Confirm>
  );
}

export function RevokeKeyDialog({ of, onChanged, onClose }: DialogProps & { readonly of: ApiKey }) {
  const { world } = usePage();
  const revoke = useAction(async (signal) => {
    const path = `/v1/admin/keys/${encodeURIComponent(of.key_id)}`;
    await request('DELETE', path, { world, signal });
    onChanged();
    onClose();
  });
  return (
    <Confirm
      title={words.revokeTitle(of.name)}
      action={words.revoke}
      isDangerous
      state={revoke.state}
      onConfirm={() => revoke.run()}
      onClose={onClose}
    >
      <p>{words.revokeText(of.name)}</p>
    </Confirm>
  );
}
