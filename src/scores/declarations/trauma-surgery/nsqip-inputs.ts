import { choice } from '../../input.js';

/** Kinds of procedure that the Gupta models of the NSQIP registry know. */
export const NSQIP_PROCEDURE = choice('Procedure', {
  anorectal: 'anorectal',
  aortic: 'aortic',
  bariatric: 'bariatric',
  brain: 'brain',
  breast: 'breast',
  cardiac: 'cardiac',
  ent: 'ear, nose and throat (not thyroid or parathyroid)',
  foregut_hepatopancreatobiliary: 'foregut or hepatopancreatobiliary',
  gallbladder_appendix_adrenal_spleen: 'gallbladder, appendix, adrenal or spleen',
  hernia: 'hernia (ventral, inguinal, femoral)',
  intestinal: 'intestinal',
  neck: 'neck (thyroid or parathyroid)',
  obstetric_gynecologic: 'obstetric or gynaecological',
  orthopedic: 'orthopaedic and non-vascular extremity',
  other_abdominal: 'other abdominal',
  peripheral_vascular: 'peripheral vascular (not aortic, not vein)',
  skin: 'skin',
  spine: 'spine',
  thoracic: 'thoracic, not oesophageal',
  vein: 'vein',
  urology: 'urological',
});

export const FUNCTIONAL_STATUS = choice('Functional status before surgery', {
  independent: 'totally independent',
  partially_dependent: 'needs some help in daily activities',
  totally_dependent: 'needs help in all daily activities',
});

export const ASA_1_TO_5 = choice('ASA physical status', {
  '1': 'healthy',
  '2': 'mild systemic disease',
  '3': 'severe systemic disease',
  '4': 'severe systemic disease that is a constant threat to life',
  '5': 'moribund, not expected to survive without the operation',
});
