import { fileURLToPath } from 'node:url';
import type * as ChooseModule from '../../src/imaging/choose-model.js';
import type { ModelStatus } from '../../src/inference/engine.js';
import type * as PackageModule from '../../src/inference/model-package.js';
import { product } from './product.js';

/** A package that takes part in a reading. */
export interface Package {
  readonly id: string;
  readonly dir: string;
  readonly label: string;
}

/** The packages that are measured and how requests select them. */
export interface Models {
  readonly modelsDir: string;
  readonly imageType: string;
  readonly modality: string;
  readonly reader: Package;
  readonly segmenter?: Package;
  readonly label: string;
}

const SHIPPED = fileURLToPath(new URL('../../models', import.meta.url));

/** Findings and measurements: requesting both runs all models of a film. */
const WISH = {
  imageType: 'chest_xray',
  modality: 'DX',
  findings: true,
  structures: true,
} as const;

const { listModelPackages } = await product<typeof PackageModule>('inference/model-package.js');
const { chooseModels } = await product<typeof ChooseModule>('imaging/choose-model.js');

/** The packages that the product chooses for a chest film when all of them are ready. */
export async function findModels(): Promise<Models> {
  const listed = await listModelPackages(SHIPPED);
  const verified = listed.filter((entry) => entry.status === 'verified');
  const statuses = verified.map(({ id, package: { manifest, seal } }): ModelStatus => {
    return { state: 'ready', id, manifest, seal, backend: 'cpu', reports: [] };
  });
  const chosen = chooseModels(statuses, WISH);
  const packageOf = (model: ChooseModule.ReadyImageModel): Package => {
    const { id, manifest } = model;
    const dir = verified.find((entry) => entry.id === id)?.package.dir ?? '';
    return { id, dir, label: `${id} ${manifest.version}` };
  };
  if (chosen.reader === undefined) throw new Error('no shipped model reads chest films');
  const reader = packageOf(chosen.reader);
  const segmenter = chosen.segmenter && packageOf(chosen.segmenter);
  return {
    modelsDir: SHIPPED,
    imageType: WISH.imageType,
    modality: WISH.modality,
    reader,
    ...(segmenter && { segmenter }),
    label: [reader, segmenter].flatMap((one) => one?.label ?? []).join(', '),
  };
}
