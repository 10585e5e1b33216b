import type { Score } from '../../score.js';
import { ageAdjustedDDimer } from './age-adjusted-d-dimer.js';
import { atriaBleeding } from './atria-bleeding.js';
import { bova } from './bova.js';
import { caprini } from './caprini.js';
import { constans } from './constans.js';
import { dash } from './dash.js';
import { fourPeps } from './four-peps.js';
import { fourTs } from './four-ts.js';
import { genevaOriginal } from './geneva-original.js';
import { hasBled } from './has-bled.js';
import { hemorr2hages } from './hemorr2hages.js';
import { herdoo2 } from './herdoo2.js';
import { hestia } from './hestia.js';
import { improveBleeding } from './improve-bleeding.js';
import { improveVte } from './improve-vte.js';
import { khorana } from './khorana.js';
import { orbit } from './orbit.js';
import { padua } from './padua.js';
import { perc } from './perc.js';
import { pesi } from './pesi.js';
import { plasmic } from './plasmic.js';
import { revisedGeneva } from './revised-geneva.js';
import { sameTt2r2 } from './same-tt2r2.js';
import { simplifiedGeneva } from './simplified-geneva.js';
import { spesi } from './spesi.js';
import { villalta } from './villalta.js';
import { vteBleed } from './vte-bleed.js';
import { wellsDvt } from './wells-dvt.js';
import { wellsPe } from './wells-pe.js';
import { years } from './years.js';

export const THROMBOSIS_SCORES: readonly Score[] = [
  wellsDvt,
  wellsPe,
  revisedGeneva,
  simplifiedGeneva,
  fourPeps,
  perc,
  years,
  pesi,
  spesi,
  bova,
  hestia,
  constans,
  padua,
  improveVte,
  improveBleeding,
  caprini,
  khorana,
  hasBled,
  orbit,
  atriaBleeding,
  vteBleed,
  dash,
  herdoo2,
  fourTs,
  plasmic,
  villalta,
  genevaOriginal,
  sameTt2r2,
  hemorr2hages,
  ageAdjustedDDimer,
];
