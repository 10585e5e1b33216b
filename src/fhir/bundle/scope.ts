import type { Exchange } from '../../calls/exchange.js';
import { AppError } from '../../core/errors.js';
import type { BundleEntry } from './read-bundle.js';

/**
 * Each entry requires the scope of its interaction.
 *
 * @throws AppError `insufficient_scope`
 */
export function refuseWithoutScope(kind: BundleEntry['kind'], { scopes }: Exchange): void {
  const scope = kind === 'read' ? 'fhir.read' : 'fhir.write';
  if (scopes.includes(scope)) return;
  throw new AppError('insufficient_scope', `This key lacks the scope ${scope}.`);
}
