import { text } from '../../text/en.js';

export default function ImagePage() {
  return <h1>{text.image.title}</h1>;
}
