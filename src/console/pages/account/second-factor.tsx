import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { renderSVG } from 'uqr';
import { request } from '../../api/client.js';
import { Button } from '../../components/button.js';
import { CopyButton } from '../../components/copy-button.js';
import { CredentialField } from '../../components/credential-field.js';
import { Failure } from '../../components/failure.js';
import { Panel } from '../../components/panel.js';
import { renewSession } from '../../state/session.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import './second-factor.css';

const PATH = '/console/api/second-factor';

interface Enrolment {
  readonly secret: string;
  /** `otpauth://totp/…` */
  readonly uri: string;
}

interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

interface CodeFormProps {
  readonly withPassword: boolean;
  readonly action: string;
  readonly busy: boolean;
  readonly onSubmit: (code: string, password: string) => void;
}

function CodeForm({ withPassword, action, busy, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: JSX.TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(code, password);
  };
  return (
    <form class="narrow" onSubmit={submit}>
      {withPassword && (
        <CredentialField
          kind="password"
          label={text.account.oldPassword}
          value={password}
          onValue={setPassword}
        />
      )}
      <CredentialField kind="code" label={text.signIn.code} value={code} onValue={setCode} />
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </form>
  );
}

/** An image made here: the secret goes nowhere else. */
function QrCode({ uri }: { readonly uri: string }) {
  const svg = renderSVG(uri, { border: 2 });
  const address = `data:image/svg+xml;base64,${btoa(svg)}`;
  return <img class="qr-code" src={address} alt={text.account.scan} width={220} height={220} />;
}

function Enrol({ onDone }: { readonly onDone: () => void }) {
  const begin = useAction(() => request<Enrolment>('POST', PATH));
  const confirm = useAction(async (_signal, code: string) => {
    const body = { code };
    const codes = await request<RecoveryCodes>('POST', `${PATH}/confirm`, { body });
    await renewSession(undefined);
    return codes;
  });
  if (confirm.state.kind === 'ready') {
    const codes = confirm.state.value.recovery_codes;
    return (
      <>
        <p role="status">{text.account.recovery}</p>
        <pre class="recovery-codes">{codes.join('\n')}</pre>
        <div class="buttons">
          <CopyButton content={codes.join('\n')} />
          <Button onClick={onDone}>{text.common.close}</Button>
        </div>
      </>
    );
  }
  if (begin.state.kind !== 'ready') {
    return (
      <>
        <p>{text.account.secondFactorOff}</p>
        {begin.state.kind === 'failed' && <Failure error={begin.state.error} />}
        <Button busy={begin.state.kind === 'loading'} onClick={() => begin.run()}>
          {text.account.turnOn}
        </Button>
      </>
    );
  }
  const { secret, uri } = begin.state.value;
  return (
    <>
      <p>{text.account.scan}</p>
      <QrCode uri={uri} />
      <p>
        {text.account.secret}: <code>{secret}</code>
      </p>
      {confirm.state.kind === 'failed' && <Failure error={confirm.state.error} />}
      <CodeForm
        withPassword={false}
        action={text.account.confirm}
        busy={confirm.state.kind === 'loading'}
        onSubmit={(code) => confirm.run(code)}
      />
    </>
  );
}

function Remove({ onDone }: { readonly onDone: () => void }) {
  const remove = useAction(async (_signal, code: string, password: string) => {
    await request('DELETE', PATH, { body: { code, password } });
    await renewSession(undefined);
    onDone();
  });
  return (
    <>
      <p>{text.account.secondFactorOn}</p>
      {remove.state.kind === 'failed' && <Failure error={remove.state.error} />}
      <CodeForm
        withPassword
        action={text.account.turnOff}
        busy={remove.state.kind === 'loading'}
        onSubmit={(code, password) => remove.run(code, password)}
      />
    </>
  );
}

export function SecondFactor({ enabled }: { readonly enabled: boolean }) {
  // The recovery codes stay until they are closed, though the account has its second factor by then.
  const [shown, setShown] = useState(enabled);
  return (
    <Panel title={text.account.secondFactor}>
      {shown ? <Remove onDone={() => setShown(false)} /> : <Enrol onDone={() => setShown(true)} />}
    </Panel>
  );
}
