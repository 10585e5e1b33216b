import type { Score } from '../../score.js';
import { audit } from './audit.js';
import { auditC } from './audit-c.js';
import { cSsrsScreener } from './c-ssrs-screener.js';
import { cage } from './cage.js';
import { ciwaAr } from './ciwa-ar.js';
import { cows } from './cows.js';
import { dast10 } from './dast-10.js';
import { fagerstrom } from './fagerstrom.js';
import { gad2 } from './gad-2.js';
import { gad7 } from './gad-7.js';
import { hamD } from './ham-d.js';
import { isi } from './isi.js';
import { madrs } from './madrs.js';
import { phq2 } from './phq-2.js';
import { phq9 } from './phq-9.js';
import { rass } from './rass.js';
import { sadPersons } from './sad-persons.js';
import { yBocs } from './y-bocs.js';

export const MENTAL_HEALTH_SCORES: readonly Score[] = [
  phq9,
  phq2,
  gad7,
  auditC,
  audit,
  cage,
  ciwaAr,
  cows,
  dast10,
  sadPersons,
  rass,
  gad2,
  isi,
  cSsrsScreener,
  fagerstrom,
  hamD,
  madrs,
  yBocs,
];
