import { describe, expect, it } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../../../src/appliance/config/load.js';
import type { CheckContext } from '../../../../src/appliance/doctor/check.js';
import { checkPacs } from '../../../../src/appliance/doctor/pacs.js';
import { FIXTURE_MODELS } from '../../../support/fixture-models.js';
import { route } from '../../../support/pacs/routing.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const plain = loadConfig({ env: {} });

const check = (pacs: Partial<LoadedConfig['pacs']>) => {
  const config = {
    ...plain,
    models_dir: FIXTURE_MODELS,
    data_dir: scratchFolder(),
    pacs: { ...plain.pacs, ...pacs },
  };
  return checkPacs({ config } as unknown as CheckContext);
};

const pattern = (given: object = {}) => route({ image_type: 'test_pattern', ...given });

describe('the check of what arrives', () => {
  it('is fine where nothing does', async () => {
    expect(await check({})).toMatchObject({ state: 'ok', message: 'No images are received.' });
  });

  it('warns where images arrive and none is read', async () => {
    expect(await check({ port: 11_112 })).toMatchObject({ state: 'warning' });
  });

  it('is fine with a model for each route', async () => {
    const routes = [pattern(), pattern({ name: 'two', match: { modality: ['dx'] } })];
    expect(await check({ routes })).toMatchObject({ state: 'ok' });
  });

  it('names the route that no model reads', async () => {
    const routes = [pattern(), route({ name: 'hand', image_type: 'hand_xray' })];
    expect(await check({ routes })).toMatchObject({
      state: 'failed',
      message: 'The route hand reads hand_xray, which no installed model does.',
    });
  });

  it.each([
    ['that it matches', { match: { modality: ['DX', 'CT'] } }],
    ['that it states', { modality: 'CT' }],
  ])('warns of a modality %s and that no model reads', async (_, given) => {
    const found = await check({ routes: [pattern(given)] });
    expect(found).toMatchObject({
      state: 'warning',
      message: 'The route one takes CT, of which no model reads test_pattern.',
    });
  });
});
