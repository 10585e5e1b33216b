import { text } from '../../text/en.js';

export default function AnalyzePage() {
  return <h1>{text.analyze.title}</h1>;
}
