import { formatTime } from '../../components/format-time.js';
import { Panel } from '../../components/panel.js';
import { useSignedIn } from '../../state/page.js';
import { text } from '../../text/en.js';
import { ChangePassword } from './change-password.js';
import { SecondFactor } from './second-factor.js';

/** The account of the person who is signed in. */
export default function AccountPage() {
  const { user, worlds, ends_at, min_password_length } = useSignedIn();
  const isLocal = user.source === 'local';
  return (
    <>
      <h1>{text.account.title}</h1>
      <Panel title={user.display_name}>
        <dl class="facts">
          <dt>{text.invitation.userName}</dt>
          <dd>{user.user_name}</dd>
          <dt>{text.account.roles}</dt>
          <dd>{user.roles.map((role) => text.roles[role]).join(', ')}</dd>
          <dt>{text.account.worlds}</dt>
          <dd>{worlds.map((world) => text.frame[world]).join(', ')}</dd>
          <dt>{text.account.signedInUntil}</dt>
          <dd>{formatTime(ends_at)}</dd>
        </dl>
        {!isLocal && <p>{text.account.byProvider}</p>}
      </Panel>
      {isLocal && <ChangePassword minLength={min_password_length} />}
      {isLocal && <SecondFactor enabled={user.second_factor} />}
    </>
  );
}
