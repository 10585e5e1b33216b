import { text } from '../../text/en.js';

export default function AccountPage() {
  return <h1>{text.account.title}</h1>;
}
