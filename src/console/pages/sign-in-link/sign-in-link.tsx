import { useLocation } from 'preact-iso';
import type { SignInLinkReadAnswer } from '../../api/types.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { formatTime } from '../../components/format-time.js';
import { currentSession, type Role, SIGN_IN_LINK_PATH, signInByLink } from '../../state/session.js';
import { useAction } from '../../state/use-load.js';
import { pathIn } from '../../state/world.js';
import { text } from '../../text/en.js';
import { OneTimeLink } from '../sign-in/one-time-link.js';

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
  return (
    <OneTimeLink<SignInLinkReadAnswer> title={text.signInLink.title} path={SIGN_IN_LINK_PATH}>
      {(token, link) => <Offer token={token} link={link} />}
    </OneTimeLink>
  );
}
