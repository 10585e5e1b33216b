import { flag, ownFlag } from '../../input.js';

/** Inputs that several scores of this group ask for in the same words. */
export const ACTIVE_CANCER = flag('active_cancer', {
  help: 'Under treatment, treated within the last 6 months, or palliative.',
});

export const EARLIER_BLEEDING = ownFlag('Earlier bleeding that needed medical care', {
  fixed: true,
});

export const ANTIPLATELET = ownFlag('Takes an antiplatelet drug', {
  help: 'Aspirin, clopidogrel, prasugrel, ticagrelor.',
});

export const DVT_SIGNS = ownFlag(
  'Clinical signs of deep vein thrombosis (leg swelling and pain along the deep veins)',
);

export const PE_MOST_LIKELY = ownFlag('Pulmonary embolism is the most likely diagnosis');

export const CENTRAL_VENOUS_CATHETER = ownFlag('Central venous catheter');

export const THROMBOPHILIA = ownFlag('Known thrombophilia', { fixed: true });

export const INTENSIVE_CARE = ownFlag('Stay on an intensive or coronary care unit');

export const UNILATERAL_LEG_PAIN = ownFlag('Pain in one leg');

export const LEG_TENDERNESS_AND_EDEMA = ownFlag(
  'Pain on palpation along the deep veins and swelling of one leg',
);

export const SURGERY_OR_FRACTURE_WITHIN_1_MONTH = ownFlag(
  'Surgery under general anaesthesia or fracture of a leg within 1 month',
);

export const ESC_PE_2019 =
  '2019 ESC Guidelines for acute pulmonary embolism, 10.1093/eurheartj/ehz405';

/** What the ESC advises where pulmonary embolism is not likely, and where it is. */
export const D_DIMER_FIRST = {
  text: 'D-dimer; a negative one rules pulmonary embolism out.',
  source: ESC_PE_2019,
} as const;

export const ANGIOGRAPHY_AT_ONCE = {
  text: 'CT pulmonary angiography without D-dimer; anticoagulate meanwhile.',
  source: ESC_PE_2019,
} as const;
