import { probeSmart } from '../../http/smart/probe.js';
import { type Check, ok, warning, worstOf } from './check.js';

const REMEDY = 'check the file, or address, ca_file and firewall; see docs/smart.md';

/** Checks that the tokens of the configured clients and issuers can be verified. */
export const checkSmart: Check = async ({ config, now }) => {
  const { smart } = config;
  const { length: clients } = smart.clients;
  const { length: issuers } = smart.issuers;
  if (clients + issuers === 0) return ok('No tokens of SMART on FHIR are accepted.');
  const faults = await probeSmart(smart, () => now);
  const found = faults.map(({ field, reason }) =>
    warning(`Tokens of ${field} cannot be verified: ${reason}.`, REMEDY),
  );
  return worstOf(found, `Clients: ${clients}, issuers: ${issuers}; their keys can be read.`);
};
