import { foldWord } from './fold.js';

/** Parts of the body as notes name them in a hurry; a side before and a complaint after are theirs. */
export const BODY_WORDS: ReadonlySet<string> = new Set(
  (
    'head scalp face facial forehead eye eyes eyelid eyebrow orbit ear ears nose nasal cheek lip mouth tongue tooth teeth dental ' +
    'gum jaw chin throat neck shoulder clavicle collarbone scapula arm armpit axilla elbow forearm wrist hand palm ' +
    'finger thumb fingertip nail knuckle chest breast rib sternum lung heart back spine flank loin side abdomen ' +
    'abdominal belly stomach tummy groin pelvis pelvic hip buttock thigh leg knee calf shin ankle heel foot toe ' +
    'toenail sole genital penis penile scrotum scrotal testicle testicular testis vagina vaginal vulva vulval anus anal ' +
    'rectum rectal perineum bladder kidney renal liver skin body joint muscle limb extremity upper lower mid big ' +
    'great little index middle ring temple tibia fibula femur humerus radius ulna carotid ventricle ventricular atrial ' +
    'rlq ruq llq luq epigastric epigastrium tendon hamstring coccyx tailbone jaw flank lobe hemisphere hemiparesis hemiplegia cva mca iliac fossa quadrant inguinal lumbar cervical thoracic sacral'
  )
    .split(' ')
    .map(foldWord),
);

/** Adjectives and nouns that an index puts after the complaint they belong to: `bite, insect`. */
const OTHER_KINDS: readonly string[] =
  'visual urinary tract insect animal dog cat human allergic exertional alcohol drug motor mental chemical electrical weight hearing vision sight blood lymph gland gait speech'
    .split(' ')
    .map(foldWord);

/** What may follow a complaint behind a comma, as in `pain, chest`. */
export const KIND_WORDS: ReadonlySet<string> = new Set([...BODY_WORDS, ...OTHER_KINDS]);

/** Complaints that take a part of the body. */
export const COMPLAINT_WORDS: ReadonlySet<string> = new Set(
  (
    'pain pains ache discomfort cramp cramping fracture laceration lac bleeding bleed hemorrhage swelling edema injury inj ' +
    'trauma weakness numbness tingling rash infection discharge burn bite sting abscess lump mass itching redness ' +
    'tightness pressure wound dislocation sprain strain ulcer stiffness spasm tenderness bruise bruising cut ' +
    'disturbance loss problem reaction dyspnea overdose intoxication abuse irritation blister cyst deformity ' +
    'amputation paralysis cellulitis tumor cancer contusion hematoma'
  )
    .split(' ')
    .map(foldWord),
);

export const SIDE_WORDS: ReadonlySet<string> = new Set(
  'left right lt rt l r bilateral both upper lower outer inner'.split(' '),
);
