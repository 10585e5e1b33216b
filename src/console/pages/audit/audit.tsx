import { text } from '../../text/en.js';

export default function AuditPage() {
  return <h1>{text.audit.title}</h1>;
}
