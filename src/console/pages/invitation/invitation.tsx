import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { Button } from '../../components/button.js';
import { CredentialField } from '../../components/credential-field.js';
import { Failure } from '../../components/failure.js';
import { NewPassword } from '../../components/new-password.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { OneTimeLink } from '../sign-in/one-time-link.js';

interface Invitation {
  readonly user_name: string;
  readonly display_name: string;
  readonly chooses_name: boolean;
  readonly min_password_length: number;
}

const PATH = '/console/api/invitation';

function Form({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const [userName, setUserName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [password, setPassword] = useState<string>();
  const action = useAction(() =>
    request<{ user_name: string }>('POST', PATH, {
      body: {
        token,
        password,
        ...(invitation.chooses_name && { user_name: userName, display_name: displayName }),
      },
    }),
  );
  if (action.state.kind === 'ready') {
    return (
      <>
        <p role="status">{text.invitation.done(action.state.value.user_name)}</p>
        <a class="button button-primary" href="/console/sign-in">
          {text.invitation.toSignIn}
        </a>
      </>
    );
  }
  const submit = (event: JSX.TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (password !== undefined) action.run();
  };
  return (
    <form onSubmit={submit}>
      <p>
        {invitation.chooses_name
          ? text.invitation.intro
          : `${text.invitation.forUser(invitation.user_name)} ${text.invitation.intro}`}
      </p>
      {action.state.kind === 'failed' && <Failure error={action.state.error} />}
      {invitation.chooses_name && (
        <>
          <CredentialField
            kind="userName"
            label={text.invitation.userName}
            hint={text.invitation.userNameHint}
            value={userName}
            onValue={setUserName}
          />
          <CredentialField
            kind="displayName"
            label={text.invitation.displayName}
            value={displayName}
            onValue={setDisplayName}
          />
        </>
      )}
      <NewPassword minLength={invitation.min_password_length} onChange={setPassword} />
      <Button
        look="primary"
        type="submit"
        disabled={password === undefined}
        busy={action.state.kind === 'loading'}
      >
        {text.invitation.submit}
      </Button>
    </form>
  );
}

/** Where a one-time link leads: a person sets the password of an account. */
export default function InvitationPage() {
  return (
    <OneTimeLink<Invitation> title={text.invitation.title} path={PATH}>
      {(token, invitation) => <Form token={token} invitation={invitation} />}
    </OneTimeLink>
  );
}
