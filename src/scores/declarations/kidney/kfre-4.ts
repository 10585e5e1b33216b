import { defineScore } from '../../score.js';
import { fourInputs, kfre4Predictor, kfreFacts, kfreResult, SURVIVAL_4 } from './kfre-equation.js';

export const kfre4 = defineScore({
  ...kfreFacts,
  id: 'kfre_4',
  name: 'Kidney failure risk equation, 4 variables',
  aliases: ['kfre', 'kidney_failure_risk', 'tangri'],
  inputs: fourInputs,
  compute: (v) => kfreResult(kfre4Predictor(v), SURVIVAL_4[v.region]),
});
