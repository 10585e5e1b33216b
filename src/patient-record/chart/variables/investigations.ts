import { quantity, type Variable } from '../variable.js';

export const INVESTIGATIONS = [
  quantity('qt_interval', 'QT interval', 'ms', [150, 900], 1, {
    synonyms: ['qt'],
    loinc: ['8634-8'],
  }),
  quantity('qtc', 'Corrected QT interval', 'ms', [150, 900], 1, {
    synonyms: ['qtc_interval'],
    loinc: ['8636-3'],
  }),
  quantity('qrs_duration', 'QRS duration', 'ms', [30, 400], 1, {
    synonyms: ['qrs'],
    loinc: ['8633-0'],
  }),
  quantity('pr_interval', 'PR interval', 'ms', [50, 800], 1, {
    synonyms: ['pr'],
    loinc: ['8625-6'],
  }),
  quantity('ejection_fraction', 'Left ventricular ejection fraction', '%', [3, 95], 1, {
    synonyms: ['lvef', 'ef'],
    loinc: ['10230-1', '8806-2', '18043-0'],
  }),
  quantity('fev1_percent', 'FEV1, percent of predicted', '%', [5, 200], 1, {
    synonyms: ['fev1_percent_predicted'],
    loinc: ['20152-5'],
  }),
  quantity('six_minute_walk', 'Six-minute walk distance', 'm', [0, 1500], 1, {
    synonyms: ['6mwd', 'six_minute_walk_distance'],
    loinc: ['64098-7'],
  }),
  quantity('max_heart_rate', 'Highest heart rate under exercise', '/min', [40, 260], 1, {
    synonyms: ['peak_heart_rate', 'thalach'],
  }),
] as const satisfies readonly Variable[];
