import { text } from '../../text/en.js';

export default function InvitationPage() {
  return <h1>{text.invitation.title}</h1>;
}
