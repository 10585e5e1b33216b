import { describe, expect, it } from 'vitest';
import { readTables } from '../../../../scripts/knowledge/build/diseases/read-tables.js';
import { openTables } from '../../../../scripts/knowledge/measure/cases.js';

const { reader } = await openTables(readTables().tables);
const present = (text: string) =>
  reader
    .findings(text, true, reader.language)
    .filter((one) => one.assertion === 'present')
    .map(({ finding }) => finding.id);

describe('clues that tell diseases of mind and sleep apart', () => {
  it.each([
    ['He trusts nobody and bears grudges for years', 'suspicious_distrust'],
    ['accuses his wife of an affair', 'suspicious_distrust'],
    ['prefers to be on his own', 'detached_loner'],
    ['has a sixth sense and odd beliefs', 'magical_thinking'],
    ['has to be the centre of attention', 'attention_seeking'],
    ['expects admiration', 'entitled_admiration'],
    ['avoids parties for fear of rejection', 'fear_rejection'],
    ['cannot decide anything without her husband', 'dependent_clinging'],
    ['perfectionist who cannot delegate', 'perfectionism_rigid'],
    ['convinced that his nose is ugly', 'appearance_flaw'],
    ['cannot throw anything away', 'hoards_things'],
    ['pulls out her hair', 'pulls_hair'],
    ['mute and motionless', 'catatonic_signs'],
    ['waxy flexibility', 'catatonic_signs'],
    ['gambles every night', 'gambles'],
    ['does not know who she is', 'identity_forgotten'],
    ['shifts from foot to foot and has to keep moving', 'inner_restlessness'],
    ['her tongue darts in and out', 'tongue_face_writhing'],
    ['jet lag since the flight', 'time_zones_crossed'],
    ['wringing her hands all day', 'hand_wringing'],
    ['silent at school', 'mute_at_school'],
  ])('%j is %s', (text, finding) => {
    expect(present(text)).toContain(finding);
  });

  it.each([
    ['suspicious mass in the left breast', 'suspicious_distrust'],
    ['lives alone since her husband died', 'detached_loner'],
    ['hair pull test positive', 'pulls_hair'],
    ['postural hypotension for hours', 'catatonic_signs'],
    ['cooks on an open fire', 'sets_fires'],
    ['reads without glasses', 'reading_behind'],
    ['swollen tongue after a bee sting', 'tongue_face_writhing'],
    ['picks up her child', 'picks_skin'],
    ['night sweats while sleeping', 'shift_work'],
    ['pulled a muscle in her back', 'pulls_hair'],
  ])('%j is no %s', (text, finding) => {
    expect(present(text)).not.toContain(finding);
  });
});

describe('clues that tell poisons, venoms and injuries apart', () => {
  it.each([
    ['drank half a bottle of antifreeze', 'glycol_drunk'],
    ['drank moonshine two days ago', 'methanol_drunk'],
    ['ate foraged mushrooms', 'wild_mushrooms_eaten'],
    ['cold water feels hot', 'cold_feels_hot'],
    ['white bands across the nails', 'mees_lines'],
    ['toddler drank lamp oil', 'petroleum_swallowed'],
    ['sniffing lighter fluid', 'solvent_sniffed'],
    ['breathes laughing gas daily', 'nitrous_oxide_use'],
    ['stung by a scorpion', 'scorpion_sting_told'],
    ['tick still attached behind the ear', 'tick_attached'],
    ['struck by lightning', 'lightning_strike'],
    ['part of the chest moves in when he breathes in', 'chest_segment_paradox'],
    ['arms weaker than legs', 'arms_weaker_than_legs'],
    ['his partner strangled him', 'hanging_strangled'],
    ['quit smoking three days ago', 'nicotine_stopped'],
    ['no coffee since yesterday', 'caffeine_stopped'],
    ['grease gun went off into his finger', 'injected_under_pressure'],
    ['took too many amlodipine tablets', 'calcium_blocker'],
  ])('%j is %s', (text, finding) => {
    expect(present(text)).toContain(finding);
  });

  it.each([
    ['quit smoking ten years ago', 'nicotine_stopped'],
    ['food poisoning after a wedding', 'poison_taken'],
    ['strangulated hernia', 'hanging_strangled'],
    ['radiotherapy for breast cancer', 'radiation_exposure'],
    ['mushroom soup for lunch', 'wild_mushrooms_eaten'],
    ['lidocaine patch for shingles', 'local_anaesthetic_given'],
    ['drinks two cups of coffee a day', 'caffeine_much'],
    ['magnesium 0.9', 'magnesium_infusion'],
    ['cough since her trip', 'fish_dark_meat_eaten'],
    ['weak arms and legs', 'arms_weaker_than_legs'],
    ['reading glasses broken', 'poison_taken'],
    ['hanging out with friends', 'hanging_strangled'],
  ])('%j is no %s', (text, finding) => {
    expect(present(text)).not.toContain(finding);
  });
});

describe('clues that tell diseases of brain, nerve, muscle and eye apart', () => {
  it.each([
    ['cannot let go after a handshake', 'grip_cannot_release'],
    ['shoulder blades stick out', 'shoulder_blade_wings'],
    ['cannot look down', 'gaze_down_lost'],
    ['drops her cup at breakfast', 'morning_jerks_drops'],
    ['keeps asking the same question again and again', 'keeps_asking_same'],
    ['purple birthmark over forehead', 'port_wine_forehead'],
    ['bumps into things on the left', 'cannot_see_half_field_stroke'],
    ['rinses his lenses under the tap', 'contact_lens_water'],
    ['baby lies frog-like', 'tongue_fasciculates_floppy_infant'],
    ['double vision on stairs', 'double_vertical_stairs'],
  ])('%j is %s', (text, finding) => {
    expect(present(text)).toContain(finding);
  });

  it.each([
    ['weak grip after a fall', 'grip_cannot_release'],
    ['shoulder blade pain', 'shoulder_blade_wings'],
    ['coffee spilled in the morning', 'gaze_down_lost'],
    ['port inserted for chemotherapy', 'port_wine_forehead'],
    ['wears contact lenses', 'contact_lens_water'],
    ['face and arm numb', 'crossed_signs'],
  ])('%j is no %s', (text, finding) => {
    expect(present(text)).not.toContain(finding);
  });
});
