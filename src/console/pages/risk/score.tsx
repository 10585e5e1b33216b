import { text } from '../../text/en.js';

export default function ScorePage() {
  return <h1>{text.risk.title}</h1>;
}
