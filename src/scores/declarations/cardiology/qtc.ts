import { quantity } from '../../input.js';
import { type Category, defineScore, type Reference, type Score } from '../../score.js';

const AHA_2009 = {
  title: 'Rautaharju PM et al. AHA/ACCF/HRS recommendations for the ECG, part IV: QT interval',
  doi: '10.1161/CIRCULATIONAHA.108.191096',
  year: 2009,
} as const;

const CATEGORIES: readonly Category[] = [
  { id: 'short', from: 0, interpretation: 'Short: 390 ms or less.' },
  { id: 'normal', from: 391, interpretation: 'Normal for both sexes.' },
  {
    id: 'borderline',
    from: 450,
    interpretation: 'Prolonged in men (450 ms and above), still normal in women.',
  },
  {
    id: 'prolonged',
    from: 460,
    interpretation: 'Prolonged in both sexes (women from 460, men from 450 ms).',
    action: {
      text: 'Check potassium, magnesium, calcium and drugs that prolong QT; repeat the ECG.',
      source: 'AHA/ACC scientific statement 2010, 10.1161/CIRCULATIONAHA.109.192704',
    },
  },
  {
    id: 'markedly prolonged',
    from: 500,
    interpretation: 'Markedly prolonged: high risk of torsade de pointes.',
    action: {
      text: 'Stop or exchange QT-prolonging drugs, correct electrolytes, monitor the rhythm.',
      source: 'AHA/ACC scientific statement 2010, 10.1161/CIRCULATIONAHA.109.192704',
    },
  },
];

interface Formula {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly formula: string;
  readonly reference: Reference;
  /** Corrected QT in ms from QT in ms and heart rate in /min. */
  correct(qtMs: number, ratePerMin: number): number;
}

/** QT/√RR, RR in seconds (Bazett 1920). */
export const bazett = (qtMs: number, ratePerMin: number) => qtMs / Math.sqrt(60 / ratePerMin);
/** QT/∛RR, RR in seconds (Fridericia 1920, doi:10.1046/j.1542-474X.2003.08413.x). */
export const fridericia = (qtMs: number, ratePerMin: number) => qtMs / Math.cbrt(60 / ratePerMin);
/** QT + 154 · (1 − RR), RR in seconds (Sagie 1992, doi:10.1016/0002-9149(92)90562-D). */
export const framingham = (qtMs: number, ratePerMin: number) => qtMs + 154 * (1 - 60 / ratePerMin);
/** QT + 1.75 · (rate − 60) (Hodges 1983). */
export const hodges = (qtMs: number, ratePerMin: number) => qtMs + 1.75 * (ratePerMin - 60);
/** QT · (120 + rate)/180 (Rautaharju 2014, formula a, doi:10.1016/j.ijcard.2014.04.133). */
export const rautaharju = (qtMs: number, ratePerMin: number) => (qtMs * (120 + ratePerMin)) / 180;

function correctedQt({ id, name, aliases, formula, reference, correct }: Formula): Score {
  return defineScore({
    id,
    name,
    aliases,
    group: 'cardiology',
    purpose: `Corrects the QT interval for heart rate: ${formula}.`,
    population: 'Adults in sinus rhythm with a narrow QRS complex',
    unit: 'ms',
    decimals: 0,
    inputs: {
      qt_interval: quantity('qt_interval', { monotone: 'rising' }),
      heart_rate: quantity('heart_rate', { min: 20, max: 300, monotone: 'rising' }),
    },
    categories: CATEGORIES,
    references: [reference, AHA_2009],
    compute: (v) => ({
      value: Math.max(0, Math.round(correct(v.qt_interval, v.heart_rate))),
      ...((v.heart_rate < 60 || v.heart_rate > 100) && {
        warnings: ['heart rate outside 60 to 100/min: the formulae differ from each other'],
      }),
    }),
  });
}

export const QTC_SCORES: readonly Score[] = [
  correctedQt({
    id: 'qtc_bazett',
    name: 'Corrected QT interval, Bazett',
    aliases: ['qtc', 'bazett', 'corrected_qt'],
    formula: 'QT/√RR',
    reference: {
      title: 'Bazett HC. An analysis of the time-relations of electrocardiograms. Heart 1920;7:353',
      doi: '10.1111/j.1542-474X.1997.tb00325.x',
      year: 1920,
    },
    correct: bazett,
  }),
  correctedQt({
    id: 'qtc_fridericia',
    name: 'Corrected QT interval, Fridericia',
    aliases: ['fridericia'],
    formula: 'QT/∛RR',
    reference: {
      title: 'Fridericia LS. The duration of systole in an electrocardiogram in normal humans',
      doi: '10.1046/j.1542-474X.2003.08413.x',
      year: 1920,
    },
    correct: fridericia,
  }),
  correctedQt({
    id: 'qtc_framingham',
    name: 'Corrected QT interval, Framingham',
    aliases: ['qtc_sagie'],
    formula: 'QT + 154 · (1 − RR)',
    reference: {
      title: 'Sagie A et al. An improved method for adjusting the QT interval for heart rate',
      doi: '10.1016/0002-9149(92)90562-D',
      year: 1992,
    },
    correct: framingham,
  }),
  correctedQt({
    id: 'qtc_hodges',
    name: 'Corrected QT interval, Hodges',
    aliases: ['hodges'],
    formula: 'QT + 1.75 · (heart rate − 60)',
    reference: {
      title:
        'Vandenberk B et al. Which QT correction formulae to use for QT monitoring? (Hodges 1983)',
      doi: '10.1161/JAHA.116.003264',
      year: 2016,
    },
    correct: hodges,
  }),
  correctedQt({
    id: 'qtc_rautaharju',
    name: 'Corrected QT interval, Rautaharju',
    aliases: ['rautaharju'],
    formula: 'QT · (120 + heart rate)/180',
    reference: {
      title: 'Rautaharju PM et al. New age- and sex-specific criteria for QT prolongation',
      doi: '10.1016/j.ijcard.2014.04.133',
      year: 2014,
    },
    correct: rautaharju,
  }),
];
