/**
 * Asks an appliance for each of its six capabilities and prints the statuses as JSON; plain
 * JavaScript, because it runs where there is nothing but Node.
 *
 *   NODE_EXTRA_CA_CERTS=ca.crt node ask-all-six.mjs URL KEY FILM RECORDING
 */
import { readFile } from 'node:fs/promises';

const [url, key, film, recording] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}` };

async function ask(path, body, method = 'POST') {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/v1/${path}`, {
    method,
    headers: isForm ? headers : { ...headers, 'Content-Type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

const picture = (await readFile(film)).toString('base64');
const form = new FormData();
form.set('audio', new Blob([await readFile(recording)]), 'recording.opus');
form.set('return_entities', 'true');

console.log(
  JSON.stringify({
    analyze: await ask('analyze', {
      patient_data: { demographics: { age: 58, gender: 'M' }, symptoms: ['crushing chest pain'] },
    }),
    imaging: await ask('imaging', {
      ...{ image_type: 'chest_xray', modality: 'DX', image_data: picture },
    }),
    transcribe: await ask('transcribe', form),
    risk: await ask('risk', {
      score: 'news2',
      patient_data: { vitals: { respiratory_rate: 27, heart_rate: 110 } },
    }),
    medications: await ask('medications', { medications: ['warfarin 5 mg', 'fluconazole 200 mg'] }),
    fhir: await ask('fhir/Patient/in-a-box', { resourceType: 'Patient', id: 'in-a-box' }, 'PUT'),
  }),
);
