import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { Button } from '../../components/button.js';
import { CredentialField } from '../../components/credential-field.js';
import { Failure } from '../../components/failure.js';
import { NewPassword } from '../../components/new-password.js';
import { Panel } from '../../components/panel.js';
import { renewSession } from '../../state/session.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';

export function ChangePassword({ minLength }: { readonly minLength: number }) {
  const [old, setOld] = useState('');
  const [password, setPassword] = useState<string>();
  const action = useAction(async () => {
    await request('POST', '/console/api/password', { body: { old, new: password } });
    await renewSession(undefined);
  });
  const submit = (event: JSX.TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (password !== undefined) action.run();
  };
  if (action.state.kind === 'ready') {
    return (
      <Panel title={text.account.password}>
        <p role="status">{text.account.passwordChanged}</p>
        <Button onClick={() => action.reset()}>{text.common.close}</Button>
      </Panel>
    );
  }
  return (
    <Panel title={text.account.password}>
      <form class="narrow" onSubmit={submit}>
        {action.state.kind === 'failed' && <Failure error={action.state.error} />}
        <CredentialField
          kind="password"
          label={text.account.oldPassword}
          value={old}
          onValue={setOld}
        />
        <NewPassword minLength={minLength} onChange={setPassword} />
        <Button
          type="submit"
          disabled={password === undefined || old === ''}
          busy={action.state.kind === 'loading'}
        >
          {text.account.changePassword}
        </Button>
      </form>
    </Panel>
  );
}
