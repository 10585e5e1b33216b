import { text } from '../../text/en.js';

export default function PatientPage() {
  return <h1>{text.patients.title}</h1>;
}
