import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/appliance/config/load.js';
import type { CheckContext } from '../../../../src/appliance/doctor/check.js';
import { checkTls } from '../../../../src/appliance/doctor/tls.js';
import { issueAuthority, issueServerCertificate } from '../../../../src/http/tls/certificates.js';
import { configFile } from '../../../support/config-file.js';
import { NOON } from '../../../support/stopped-clock.js';

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;

/** What the check finds where clients need a certificate of these authorities. */
async function foundWith(authorities: string, now = NOON) {
  const { file, folder } = configFile({
    server: {
      tls: { mode: 'files', cert_file: 'own.pem', key_file: 'own.pem', client_ca_file: 'ca.pem' },
    },
  });
  const own = await issueAuthority('Invented hospital', now);
  writeFileSync(join(folder, 'own.pem'), await issueServerCertificate(own, ['127.0.0.1'], now));
  writeFileSync(join(folder, 'ca.pem'), authorities);
  const config = loadConfig({ file, env: {} });
  return checkTls({ config, now } as unknown as CheckContext);
}

describe('the authorities of clients', () => {
  it('are well when they are good for long', async () => {
    expect(await foundWith(await issueAuthority('clients', NOON))).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['failed', AUTHORITY_DAYS + 1, /An authority of clients expired on/],
    ['warning', AUTHORITY_DAYS - 5, /An authority of clients expires in 5 days/],
  ])('are %s after %d days', async (state, days, found) => {
    const authorities = await issueAuthority('clients', NOON);
    const later = await foundWith(authorities, NOON + days * DAY_MS);
    expect(later).toMatchObject({ state, message: expect.stringMatching(found) });
    expect(later).toHaveProperty('remedy');
  });

  it('are a fault when one of several has ended, or when they are none', async () => {
    const [old, good] = await Promise.all([
      issueAuthority('old', NOON - (AUTHORITY_DAYS + 1) * DAY_MS),
      issueAuthority('good', NOON),
    ]);
    expect(await foundWith(`${good}${old}`)).toMatchObject({ state: 'failed' });
    const none = await foundWith('no certificate');
    expect(none).toMatchObject({ state: 'failed', message: expect.stringContaining('ca.pem') });
  });
});
