import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package that is measured and how a request asks for it. */
export interface Models {
  readonly modelsDir: string;
  readonly packageDir: string;
  readonly imageType: string;
  readonly modality: string;
  readonly label: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SHIPPED = join(ROOT, 'models');
const FIXTURES = join(ROOT, 'test', 'fixtures', 'models');

interface Manifest {
  readonly id: string;
  readonly version: string;
  readonly serves: { readonly image_types: string[]; readonly modalities: string[] };
}

function models(modelsDir: string, name: string): Models {
  const packageDir = join(modelsDir, name);
  const manifest = JSON.parse(readFileSync(join(packageDir, 'model.json'), 'utf8')) as Manifest;
  const [imageType, modality] = [manifest.serves.image_types[0], manifest.serves.modalities[0]];
  if (imageType === undefined || modality === undefined) {
    throw new Error(`${packageDir} serves no type of image`);
  }
  const label = `${manifest.id} ${manifest.version}`;
  return { modelsDir, packageDir, imageType, modality, label };
}

/** The chest film model that ships, or the tiny test net in a checkout that has none. */
export function findModels(): Models {
  return existsSync(join(SHIPPED, 'chest-xray-triage', 'model.json'))
    ? models(SHIPPED, 'chest-xray-triage')
    : models(FIXTURES, 'pattern-fp32');
}
