import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBritish, spelled } from '../../../../src/dictation/written/spelling.js';
import {
  AMERICAN_STEMS,
  AMERICAN_WORDS,
  ISE_STEMS,
} from '../../../../src/dictation/written/spelling-table.js';
import { rounds } from '../../../support/rounds.js';

const PAIRS: readonly [british: string, american: string][] = [
  ['oedema', 'edema'],
  ['haemorrhage', 'hemorrhage'],
  ['anaemic', 'anemic'],
  ['oesophageal', 'esophageal'],
  ['gastro-oesophageal', 'gastroesophageal'],
  ['diarrhoea', 'diarrhea'],
  ['paediatric', 'pediatric'],
  ['tumours', 'tumors'],
  ['litre', 'liter'],
  ['hypokalaemia', 'hypokalemia'],
  ['hyperlipidaemia', 'hyperlipidemia'],
  ['dyspnoea', 'dyspnea'],
  ['caecum', 'cecum'],
  ['faecal', 'fecal'],
  ['coeliac', 'celiac'],
  ['orthopaedic', 'orthopedic'],
  ['gynaecology', 'gynecology'],
  ['anaesthetist', 'anesthetist'],
  ['paraesthesia', 'paresthesia'],
  ['leukaemia', 'leukemia'],
  ['ischaemic', 'ischemic'],
  ['uraemic', 'uremic'],
  ['colour', 'color'],
  ['laboured', 'labored'],
  ['behavioural', 'behavioral'],
  ['fibre', 'fiber'],
  ['centre', 'center'],
  ['goitre', 'goiter'],
  ['hospitalised', 'hospitalized'],
  ['immobilisation', 'immobilization'],
  ['catheterised', 'catheterized'],
  ['nebuliser', 'nebulizer'],
  ['analysed', 'analyzed'],
  ['dialysed', 'dialyzed'],
  ['ageing', 'aging'],
  ['tunnelled', 'tunneled'],
  ['grey', 'gray'],
  ['aluminium', 'aluminum'],
  ['mould', 'mold'],
  ['lymphoedema', 'lymphedema'],
  ['oestrogen', 'estrogen'],
  ['caesarean', 'cesarean'],
  ['haematuria', 'hematuria'],
  ['manoeuvre', 'maneuver'],
];

/** The same in both, though they hold a stem or its like. */
const SAME =
  'chemotherapy thematic academia endemic systemic laboratory elaborate hemiparesis hyperemesis tumorigenic ' +
  'angioedema parameter diameter colorectal humoral staging imaging paging fetal leukocyte redeem exercise ' +
  'size seize prescription surprise otherwise incision decision anise sulfate pain fever advise revised ' +
  'supervised comprised compromised raised promise precise concise dose rise noise bruise';

describe('spelling', () => {
  it.each(PAIRS)('%s, %s', (british, american) => {
    expect(spelled(american, true)).toBe(british);
    expect(spelled(british, true)).toBe(british);
    expect(spelled(british, false)).toBe(american);
    expect(spelled(american, false)).toBe(american);
  });

  it.each(SAME.split(' '))('%s stays', (word) => {
    expect(spelled(word, true)).toBe(word);
    expect(spelled(word, false)).toBe(word);
  });

  it('knows more than 250 stems', () => {
    expect(AMERICAN_STEMS.size + AMERICAN_WORDS.size + ISE_STEMS.size).toBeGreaterThan(250);
  });

  it('changes nothing the second time', () => {
    const stems = [...AMERICAN_STEMS.keys(), ...AMERICAN_STEMS.values(), ...AMERICAN_WORDS.keys()];
    fc.assert(
      fc.property(
        fc.constantFrom(...stems),
        fc.constantFrom('', 's', 'ic', 'ia', 'ology'),
        fc.boolean(),
        (stem, ending, british) => {
          const once = spelled(stem + ending, british);
          expect(spelled(once, british)).toBe(once);
        },
      ),
      { numRuns: rounds({ short: 400, long: 10_000 }) },
    );
  });

  it('goes by the country', () => {
    expect(['en-GB', 'en-AU', 'en-NZ', 'en-IE', 'en-ZA'].map(isBritish)).not.toContain(false);
    expect(['en-US', 'en-CA', 'en', 'de-DE'].map(isBritish)).not.toContain(true);
  });
});
