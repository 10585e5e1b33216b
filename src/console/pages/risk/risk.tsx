import { text } from '../../text/en.js';

export default function RiskPage() {
  return <h1>{text.risk.title}</h1>;
}
