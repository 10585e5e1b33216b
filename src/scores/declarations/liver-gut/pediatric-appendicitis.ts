import { ownFlag, quantity } from '../../input.js';
import { defineScore, pointsIf, stepsAbove, stepsFrom, sumOf } from '../../score.js';
import {
  ANOREXIA,
  NAUSEA_OR_VOMITING,
  PAIN_MIGRATION,
  RLQ_TENDERNESS,
} from './appendicitis-inputs.js';

const fever = stepsFrom(0, [38, 1]);
const wbc = stepsAbove(0, [10, 1]);
const neutrophils = stepsAbove(0, [7.5, 1]);

/** Paediatric appendicitis score (Samuel 2002), with the limits of Goldman 2008. */
export const pediatricAppendicitis = defineScore({
  id: 'pediatric_appendicitis',
  name: 'Paediatric appendicitis score',
  aliases: ['pas', 'pediatric_appendicitis_score', 'samuel_score'],
  group: 'liver and gut',
  purpose: 'Estimates how likely acute appendicitis is in a child.',
  population: 'Children of 3 to 18 years with suspected appendicitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    rlq_tenderness: RLQ_TENDERNESS,
    cough_percussion_or_hop_tenderness: ownFlag(
      'Pain in the right lower abdomen on cough, percussion or hopping',
    ),
    pain_migration: PAIN_MIGRATION,
    anorexia: ANOREXIA,
    nausea_or_vomiting: NAUSEA_OR_VOMITING,
    temperature: quantity('temperature', { cuts: fever.cuts }),
    wbc: quantity('wbc', { cuts: wbc.cuts }),
    neutrophils: quantity('neutrophils', { cuts: neutrophils.cuts }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Appendicitis is unlikely.',
      action: { text: 'Discharge with advice to return is reasonable.', source: 'Saucier 2014' },
    },
    {
      id: 'equivocal',
      from: 4,
      interpretation: 'Appendicitis can be neither excluded nor assumed.',
      action: { text: 'Ultrasound, observation or surgical opinion.', source: 'Saucier 2014' },
    },
    {
      id: 'high',
      from: 7,
      interpretation: 'Appendicitis is likely.',
      action: { text: 'Surgical opinion.', source: 'Goldman 2008; Saucier 2014' },
    },
  ],
  references: [
    { title: 'Samuel M. Pediatric appendicitis score', doi: '10.1053/jpsu.2002.32893', year: 2002 },
    {
      title: 'Goldman RD et al. Prospective validation of the pediatric appendicitis score',
      doi: '10.1016/j.jpeds.2008.01.033',
      year: 2008,
    },
    {
      title:
        'Saucier A et al. Prospective evaluation of a clinical pathway for suspected appendicitis',
      doi: '10.1542/peds.2013-2208',
      year: 2014,
    },
  ],
  compute: (v) =>
    sumOf({
      rlq_tenderness: pointsIf(v.rlq_tenderness, 2),
      cough_percussion_or_hop_tenderness: pointsIf(v.cough_percussion_or_hop_tenderness, 2),
      pain_migration: pointsIf(v.pain_migration),
      anorexia: pointsIf(v.anorexia),
      nausea_or_vomiting: pointsIf(v.nausea_or_vomiting),
      temperature: fever(v.temperature),
      wbc: wbc(v.wbc),
      neutrophils: neutrophils(v.neutrophils),
    }),
});
