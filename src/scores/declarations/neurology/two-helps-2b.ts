import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

/** Seizures within 72 hours by score; 6 and 7 are "above 95 %" (Struck 2017). */
const SEIZURES = [0.05, 0.12, 0.27, 0.5, 0.73, 0.88, 0.95, 0.95];
const SOURCE = 'Struck 2020, 10.1001/jamaneurol.2019.4656';

/** Risk of seizures in a hospital patient from one hour of EEG (Struck 2017). */
export const twoHelps2b = defineScore({
  id: '2helps2b',
  name: '2HELPS2B score',
  aliases: ['two_helps_2b', '2helps2b_score'],
  group: 'neurology',
  purpose: 'Estimates the risk of seizures and how long to monitor the EEG.',
  population:
    'Hospital patients with a one-hour EEG for suspected seizures; not after cardiac arrest',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 7 },
  inputs: {
    eeg_pattern_above_2_hz: ownFlag(
      'Periodic or rhythmic pattern faster than 2 Hz (other than generalised rhythmic delta)',
    ),
    sporadic_epileptiform_discharges: ownFlag('Independent sporadic epileptiform discharges'),
    lpd_lrda_or_bipd: ownFlag(
      'Lateralised or bilateral independent periodic discharges, or lateralised rhythmic delta',
    ),
    plus_features: ownFlag('Plus features: superimposed rhythmic, fast or sharp activity'),
    prior_seizure: ownFlag('Epilepsy, or a recent event suspicious of a seizure'),
    brief_ictal_rhythmic_discharges: ownFlag(
      'Brief potentially ictal rhythmic discharges (B(I)RDs)',
    ),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Low risk of seizures (5 %).',
      action: { text: 'The one-hour EEG is enough.', source: SOURCE },
    },
    {
      id: 'medium',
      from: 1,
      interpretation: 'Medium risk of seizures (12 %).',
      action: { text: 'Monitor the EEG for 12 hours.', source: SOURCE },
    },
    {
      id: 'high',
      from: 2,
      interpretation: 'High risk of seizures (27 % or more).',
      action: { text: 'Monitor the EEG for at least 24 hours.', source: SOURCE },
    },
  ],
  references: [
    {
      title:
        'Struck AF et al. Association of an electroencephalography-based risk score with seizure ' +
        'probability in hospitalized patients',
      doi: '10.1001/jamaneurol.2017.2459',
      year: 2017,
    },
    {
      title: 'Struck AF et al. Assessment of the validity of the 2HELPS2B score',
      doi: '10.1001/jamaneurol.2019.4656',
      year: 2020,
    },
  ],
  compute(v) {
    const points = {
      eeg_pattern_above_2_hz: pointsIf(v.eeg_pattern_above_2_hz),
      sporadic_epileptiform_discharges: pointsIf(v.sporadic_epileptiform_discharges),
      lpd_lrda_or_bipd: pointsIf(v.lpd_lrda_or_bipd),
      plus_features: pointsIf(v.plus_features),
      prior_seizure: pointsIf(v.prior_seizure),
      brief_ictal_rhythmic_discharges: pointsIf(v.brief_ictal_rhythmic_discharges, 2),
    };
    const { value } = sumOf(points);
    return {
      value,
      points,
      risk: { outcome: 'seizure', probability: SEIZURES[value] ?? 0.95, horizon: '72 hours' },
    };
  },
});
