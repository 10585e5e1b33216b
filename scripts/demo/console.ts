import { z } from 'zod';
import { addPerson } from '../../test/support/console/person.js';
import type { Daemon } from '../../test/support/daemon.js';
import { heading, print, printText } from './print.js';

const session = z.object({
  user: z.object({ display_name: z.string(), roles: z.array(z.string()) }),
  worlds: z.array(z.string()),
  scopes: z.array(z.string()),
});

/** What a page of the console needs to look like something; made by the demo, or shipped as a sample. */
const SAMPLES = [
  ['Image', 'scripts/samples/films'],
  ['Dictate', 'scripts/samples/dictations/ward-round.opus, or your own microphone'],
  ['Patients', 'the patient of the FHIR part above, with the answers that were filed'],
  ['Analyze, Risk, Medications', 'what you type'],
] as const;

/**
 * Makes an account for a clinician who sees the test world only, signs in with it as a browser does,
 * and says where.
 */
export async function showConsole(daemon: Daemon): Promise<void> {
  heading('The console, for people');
  const demo = { userName: 'demo', displayName: 'Demo Clinician' };
  const person = await addPerson(daemon, { ...demo, roles: ['clinician'], worlds: ['test'] });
  const page = await daemon.request('/console/', { headers: { accept: 'text/html' } });
  const script = /src="([^"]+\.js)"/.exec(page.text)?.[1];
  const loaded = script === undefined ? undefined : await daemon.request(script);
  if (loaded?.status !== 200) throw new Error('the console was not served');
  const { userName, password } = person;
  const answer = await daemon.request('/console/api/session', {
    method: 'POST',
    json: { user_name: userName, password },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  const { user, worlds, scopes } = session.parse(answer.json());
  printText(
    `${user.display_name} (${user.roles.join(', ')}; ${worlds.join(', ')} world) may use ` +
      `${scopes.join(', ')}.`,
  );
  print(`${daemon.url}/console/   user name ${userName}   password ${password}`);
  for (const [name, sample] of SAMPLES) print(`  ${name.padEnd(28)}${sample}`);
}
