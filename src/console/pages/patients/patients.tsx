import { text } from '../../text/en.js';

export default function PatientsPage() {
  return <h1>{text.patients.title}</h1>;
}
