import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { request } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import { Button } from '../../components/button.js';
import { CredentialField } from '../../components/credential-field.js';
import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { sessionState, signIn } from '../../state/session.js';
import { useAction, useLoad } from '../../state/use-load.js';
import { returnPath, worldOf } from '../../state/world.js';
import { text } from '../../text/en.js';
import './sign-in.css';

interface SignInWays {
  readonly local: boolean;
  readonly oidc: { readonly name: string } | null;
}

/** Words for a refusal that is a usual part of signing in. */
function reasonOf({ code, status, retryAfter }: ApiError): string | undefined {
  if (code === 'second_factor_required') return text.signIn.wrongCode;
  if (code === 'invalid_credentials') return text.signIn.wrong;
  return status === 429 ? text.signIn.pause(retryAfter ?? 1) : undefined;
}

/** @param sentCode whether a code was sent: without one, it is only asked for */
function Refusal({ error, sentCode }: { readonly error: unknown; readonly sentCode: boolean }) {
  if (needsCode(error) && !sentCode) return null;
  const reason = error instanceof ApiError ? reasonOf(error) : undefined;
  if (reason !== undefined) {
    return (
      <p class="sign-in-refusal" role="alert">
        {reason}
      </p>
    );
  }
  return <Failure error={error} />;
}

const needsCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_required';

function LocalSignIn() {
  const { path } = useLocation();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [sentCode, setSentCode] = useState(false);
  const action = useAction(async () => {
    try {
      const credentials = { user_name: userName, password, ...(code !== '' && { code }) };
      await signIn(credentials, worldOf(path));
    } catch (error) {
      if (needsCode(error)) setAsksCode(true);
      throw error;
    }
  });
  const submit = (event: JSX.TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSentCode(code !== '');
    action.run();
  };
  return (
    <form onSubmit={submit}>
      {action.state.kind === 'failed' && <Refusal error={action.state.error} sentCode={sentCode} />}
      <CredentialField
        kind="userName"
        label={text.signIn.userName}
        value={userName}
        onValue={setUserName}
      />
      <CredentialField
        kind="password"
        label={text.signIn.password}
        value={password}
        onValue={setPassword}
      />
      {asksCode && (
        <CredentialField
          kind="code"
          label={text.signIn.code}
          hint={text.signIn.codeHint}
          autofocus
          value={code}
          onValue={setCode}
        />
      )}
      <Button look="primary" type="submit" busy={action.state.kind === 'loading'}>
        {text.signIn.submit}
      </Button>
    </form>
  );
}

/** Where the provider sends the person back to. */
const startAddress = (path: string): string =>
  `/console/oidc/start?return=${encodeURIComponent(returnPath(path))}`;

function Ways({ local, oidc }: SignInWays) {
  const { path } = useLocation();
  if (!local && oidc === null) return <p>{text.signIn.noWay}</p>;
  return (
    <>
      {oidc !== null && (
        <a class="button button-primary sign-in-provider" href={startAddress(path)}>
          {text.signIn.withProvider(oidc.name)}
        </a>
      )}
      {oidc !== null && local && <p class="sign-in-or">{text.signIn.or}</p>}
      {local && <LocalSignIn />}
    </>
  );
}

/** Sign-in, also over a page whose session has ended. */
export function SignInPage() {
  const { state, reload } = useLoad(
    (signal) => request<SignInWays>('GET', '/console/api/sign-in', { signal }),
    [],
  );
  const session = sessionState.value;
  const ended = session.kind === 'signed_out' && session.ended;
  return (
    <div class="sign-in">
      <h1>{text.signIn.title}</h1>
      {ended && <p role="status">{text.signIn.ended}</p>}
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'ready' && <Ways {...state.value} />}
    </div>
  );
}
