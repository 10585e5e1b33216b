import { text } from '../../text/en.js';

export default function MedicationsPage() {
  return <h1>{text.medications.title}</h1>;
}
