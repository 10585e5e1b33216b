import { choice, ownFlag } from '../../input.js';
import { defineScore } from '../../score.js';

/** Severity of acute pancreatitis: 1 mild, 2 moderately severe, 3 severe (Banks 2013). */
export const revisedAtlanta = defineScore({
  id: 'revised_atlanta',
  name: 'Revised Atlanta classification of acute pancreatitis',
  aliases: ['atlanta_classification', 'atlanta_2012'],
  group: 'liver and gut',
  purpose: 'Classifies the severity of acute pancreatitis.',
  population: 'Adults with acute pancreatitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 3 },
  inputs: {
    organ_failure: choice('Organ failure (modified Marshall score of 2 or more)', {
      none: 'none',
      transient: 'resolves within 48 hours',
      persistent: 'lasts longer than 48 hours',
    }),
    local_complications: ownFlag('Local complications', {
      help: 'Fluid collection, pseudocyst, necrosis.',
    }),
    systemic_complications: ownFlag('Systemic complications', {
      help: 'Exacerbation of a disease that was there before.',
    }),
  },
  categories: [
    { id: 'mild', from: 1, interpretation: 'Mild: no organ failure and no complication.' },
    {
      id: 'moderately severe',
      from: 2,
      interpretation: 'Moderately severe: transient organ failure or a complication.',
    },
    {
      id: 'severe',
      from: 3,
      interpretation: 'Severe: organ failure for longer than 48 hours.',
      action: { text: 'Treat in intensive care or a specialised centre.', source: 'IAP/APA 2013' },
    },
  ],
  references: [
    {
      title:
        'Banks PA et al. Classification of acute pancreatitis 2012: revision of the Atlanta ' +
        'classification and definitions by international consensus',
      doi: '10.1136/gutjnl-2012-302779',
      year: 2013,
    },
  ],
  compute(v) {
    if (v.organ_failure === 'persistent') return { value: 3 };
    const complicated =
      v.organ_failure === 'transient' || v.local_complications || v.systemic_complications;
    return { value: complicated ? 2 : 1 };
  },
});
