import { request } from '../../api/client.js';
import type { RiskGetScoreAnswer, RiskListScoresAnswer } from '../../api/types.js';
import type { ScoreDeclaration } from '../../components/answers/answer-types.js';
import type { World } from '../../state/world.js';

/** The catalogue is the same for everybody and is loaded once. */
let loaded: Promise<readonly ScoreDeclaration[]> | undefined;

/** Every score and model of the appliance. */
export function loadCatalogue(world: World): Promise<readonly ScoreDeclaration[]> {
  loaded ??= request<RiskListScoresAnswer>('GET', '/v1/risk/scores', { world }).then(
    ({ scores }) => scores,
    (error: unknown) => {
      loaded = undefined;
      throw error;
    },
  );
  return loaded;
}

export const loadScore = (
  world: World,
  id: string,
  signal: AbortSignal,
): Promise<ScoreDeclaration> =>
  request<RiskGetScoreAnswer>('GET', `/v1/risk/scores/${encodeURIComponent(id)}`, {
    world,
    signal,
  });
