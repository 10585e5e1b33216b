import { execFile } from 'node:child_process';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { addPerson } from '../../test/support/console/person.js';
import type { Daemon } from '../../test/support/daemon.js';
import { fillConsole } from './console-data.js';
import { heading, print, printPoint, printText } from './print.js';

const USER_NAME = 'demo';
const LINK_PAGE = '/console/sign-in-link';
const LINK_API = '/console/api/sign-in-link';
const SAMPLES = relative(process.cwd(), `${import.meta.dirname}/../samples`) || '.';

const session = z.object({
  user: z.object({ display_name: z.string(), roles: z.array(z.string()) }),
  worlds: z.array(z.string()),
  csrf_token: z.string(),
});

/** An account that sees the appliance as a whole; no link signs it in. */
export interface Keeper {
  readonly userName: string;
  readonly password: string;
}

/** The token of a new link, as the command prints it. */
async function newToken(daemon: Daemon): Promise<string> {
  const made = await daemon.cli('users', 'sign-in-link', USER_NAME, '--json');
  const { links } = z.object({ links: z.array(z.string()) }).parse(JSON.parse(made));
  return new URL(links[0] ?? '').hash.slice(1);
}

/** The address that signs the demo clinician in: once, within ten minutes. */
export const newLink = async (daemon: Daemon): Promise<string> =>
  `${daemon.url}${LINK_PAGE}#${await newToken(daemon)}`;

async function signInByLink(daemon: Daemon) {
  const json = { token: await newToken(daemon) };
  const answer = await daemon.request(LINK_API, { method: 'POST', json });
  if (answer.status !== 200) throw new Error(answer.text);
  const again = await daemon.request(LINK_API, { method: 'POST', json });
  if (again.status !== 410) throw new Error('a link has worked twice');
  const { user, worlds, csrf_token } = session.parse(answer.json());
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  const headers = { Cookie: cookie, 'X-CSRF-Token': csrf_token, 'Wardbox-Mode': 'test' };
  return { user, worlds, headers };
}

async function checkPages(daemon: Daemon): Promise<void> {
  const page = await daemon.request('/console/', { headers: { accept: 'text/html' } });
  const script = /src="([^"]+\.js)"/.exec(page.text)?.[1];
  const loaded = script === undefined ? undefined : await daemon.request(script);
  if (loaded?.status !== 200) throw new Error('the console was not served');
}

/**
 * Adds a clinician who sees the test world only, signs in as one by a link, and fills what the pages
 * show; adds somebody who keeps the appliance.
 */
export async function showConsole(daemon: Daemon): Promise<Keeper> {
  heading('The console, for people');
  await checkPages(daemon);
  const named = ['--display-name', 'Demo Clinician'];
  await daemon.cli('users', 'add', USER_NAME, '--roles', 'clinician', '--worlds', 'test', ...named);
  const { user, worlds, headers } = await signInByLink(daemon);
  printText(
    `${user.display_name} (${user.roles.join(', ')}; ${worlds.join(', ')} world) was signed in by a ` +
      'link without a password, which works once; the second time it was refused.',
  );
  const { patient, values, filed } = await fillConsole(daemon, headers);
  printText(`What the pages have to show, besides what was sent above:`);
  printPoint(`Patients: Anna Invented (${patient}), with ${values} values of three days`);
  printPoint(`Dictate: the dictation above, filed with her as ${filed} resources`);
  printPoint('Administration: a key, people, models, a job (under Jobs: all)');
  const keeper = { userName: 'demo-admin', displayName: 'Demo Administrator' };
  return addPerson(daemon, {
    ...keeper,
    roles: ['administrator', 'auditor'],
    worlds: ['test'],
  });
}

/** The program that opens an address, where there is a screen. */
function opener(): string | undefined {
  if (process.platform === 'darwin') return 'open';
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return DISPLAY || WAYLAND_DISPLAY ? 'xdg-open' : undefined;
}

/** Whether a browser was opened at the address. */
async function openBrowser(link: string): Promise<boolean> {
  const command = opener();
  if (command === undefined || !process.stdout.isTTY) return false;
  try {
    await promisify(execFile)(command, [link], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/** Ends the demo with a console in which somebody is signed in: opened, or as an address. */
export async function offerConsole(daemon: Daemon, keeper: Keeper): Promise<void> {
  heading('The console');
  const link = await newLink(daemon);
  if (await openBrowser(link)) printText('Opened in your browser; or open it yourself:');
  else printText('Open this in a browser on this machine:');
  print(`\n${link}\n`);
  printText(
    'It signs you in as Demo Clinician, with test data only: once, within ten minutes. The browser ' +
      'warns of the certificate, which the demo has made for itself: go on.',
  );
  print();
  printPoint(
    `Image: drop ${SAMPLES}/films/pneumonia.png, or heart-earlier.jpg and heart-later.jpg`,
  );
  printPoint(`Dictate: your microphone, or ${SAMPLES}/dictations/ward-round.opus`);
  printPoint('Patients: search for Invented; analyze, risk and medications start from there');
  printPoint('Analyze: type, for example, “crushing chest pain for 2 hours, sweaty”');
  printPoint('Risk: look for “CURB-65”, and fill in what you have');
  printPoint('Medications: paste, for example, “warfarin 3 mg daily” and “ibuprofen 400 mg”');
  printPoint(
    `Administration and Audit: sign out, then sign in as ${keeper.userName} with the password ` +
      `${keeper.password} (it sees the whole box, so no link signs it in)`,
  );
  printPoint(`The interface for programs: ${daemon.url}/docs`);
}
