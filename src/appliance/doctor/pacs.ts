import type { Route } from '../../operations/pacs/worklist/route-schema.js';
import type { LoadedConfig } from '../config/load.js';
import { listEverything } from '../packages/list-packages.js';
import { type Check, type CheckResult, failed, ok, warning, worstOf } from './check.js';

/** What an image model reads. */
interface Served {
  readonly image_types: readonly string[];
  readonly modalities: readonly string[];
}

async function servedBy(config: LoadedConfig): Promise<Served[]> {
  return (await listEverything(config)).flatMap((one) => {
    if (one.status !== 'verified') return [];
    const { manifest } = one.package;
    return manifest.kind.startsWith('image-') &&
      'serves' in manifest &&
      'image_types' in manifest.serves
      ? [manifest.serves]
      : [];
  });
}

function faultsOf({ name, image_type, modality, match }: Route, served: readonly Served[]) {
  const ofType = served.filter(({ image_types }) => image_types.includes(image_type));
  if (ofType.length === 0) {
    const message = `The route ${name} reads ${image_type}, which no installed model does.`;
    return [failed(message, 'install a package for it, or correct image_type')];
  }
  const wanted = modality === undefined ? (match.modality ?? []) : [modality];
  return wanted
    .map((code) => code.toUpperCase())
    .filter((code) => !ofType.some(({ modalities }) => modalities.includes(code)))
    .map((code): CheckResult => {
      const message = `The route ${name} takes ${code}, of which no model reads ${image_type}.`;
      return warning(message, 'correct the modalities of the route');
    });
}

/** Checks that what arrives can be read as its routes say. */
export const checkPacs: Check = async ({ config }) => {
  const { port, routes } = config.pacs;
  if (routes.length === 0) {
    if (port === undefined) return ok('No images are received.');
    const message = 'Images are received and held, but no route has them read.';
    return warning(message, 'add pacs.routes, or let nobody expect answers');
  }
  const served = await servedBy(config);
  const faults = routes.flatMap((route) => faultsOf(route, served));
  return worstOf(faults, `${routes.length} routes, and models for each.`);
};
