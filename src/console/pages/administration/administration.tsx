import { text } from '../../text/en.js';

export default function AdministrationPage() {
  return <h1>{text.administration.title}</h1>;
}
