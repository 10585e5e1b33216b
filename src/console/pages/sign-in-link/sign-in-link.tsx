import { useLocation } from 'preact-iso';
import { request } from '../../api/client.js';
import type { SignInLinkReadAnswer } from '../../api/types.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { formatTime } from '../../components/format-time.js';
import { Loading } from '../../components/loading.js';
import { currentSession, type Role, SIGN_IN_LINK_PATH, signInByLink } from '../../state/session.js';
import { useAction, useLoad } from '../../state/use-load.js';
import { pathIn } from '../../state/world.js';
import { text } from '../../text/en.js';
import '../sign-in/sign-in.css';

/** It stands after the `#`, which browsers never send: no log on the way has seen it. */
const tokenOf = (hash: string): string => hash.replace(/^#/, '');

interface OfferProps {
  readonly token: string;
  readonly link: SignInLinkReadAnswer;
}

/** A press signs in, not the visit: nobody becomes another person by following a link alone. */
function Offer({ token, link }: OfferProps) {
  const { route } = useLocation();
  const action = useAction(async () => {
    await signInByLink(token);
    route(pathIn('test', ''), true);
  });
  const present = currentSession();
  const roles = link.roles.map((role) => text.roles[role as Role]).join(', ');
  return (
    <>
      <p>{text.signInLink.person(link.display_name, link.user_name, roles)}</p>
      <p>{text.signInLink.testOnly}</p>
      {present !== undefined && (
        <p role="status">{text.signInLink.replaces(present.user.display_name)}</p>
      )}
      <p>{text.signInLink.expires(formatTime(link.expires_at))}</p>
      {action.state.kind === 'failed' && <Failure error={action.state.error} />}
      <Button look="primary" busy={action.state.kind === 'loading'} onClick={() => action.run()}>
        {text.signInLink.submit(link.display_name)}
      </Button>
    </>
  );
}

/** Where a one-time link leads that signs a person of the test world in. */
export default function SignInLinkPage() {
  const token = tokenOf(window.location.hash);
  const { state, reload } = useLoad(
    (signal) =>
      request<SignInLinkReadAnswer>('POST', `${SIGN_IN_LINK_PATH}/check`, {
        body: { token },
        signal,
      }),
    [token],
  );
  return (
    <div class="sign-in">
      <h1>{text.signInLink.title}</h1>
      {token === '' ? (
        <p role="alert">{text.invitation.noToken}</p>
      ) : (
        <>
          {state.kind === 'loading' && <Loading />}
          {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
          {state.kind === 'ready' && <Offer token={token} link={state.value} />}
        </>
      )}
    </div>
  );
}
