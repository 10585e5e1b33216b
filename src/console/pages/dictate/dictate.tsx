import { text } from '../../text/en.js';

export default function DictatePage() {
  return <h1>{text.dictate.title}</h1>;
}
