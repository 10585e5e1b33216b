import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { fourInputs, kfre8Predictor, kfreFacts, kfreResult, SURVIVAL_8 } from './kfre-equation.js';

export const kfre8 = defineScore({
  ...kfreFacts,
  id: 'kfre_8',
  name: 'Kidney failure risk equation, 8 variables',
  aliases: ['kidney_failure_risk_8'],
  inputs: {
    ...fourInputs,
    albumin: quantity('albumin', { monotone: 'falling' }),
    phosphate: quantity('phosphate', { monotone: 'rising' }),
    bicarbonate: quantity('bicarbonate', { monotone: 'falling' }),
    calcium: quantity('calcium', { monotone: 'falling' }),
  },
  compute: (v) => kfreResult(kfre8Predictor(v), SURVIVAL_8[v.region]),
});
