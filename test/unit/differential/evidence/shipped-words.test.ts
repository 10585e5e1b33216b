import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTables } from '../../../../scripts/knowledge/build/diseases/read-tables.js';
import { openTables } from '../../../../scripts/knowledge/measure/cases.js';
import { readEvidence } from '../../../../src/differential/evidence/read-evidence.js';
import { readWords } from '../../../../src/patient-record/written-patient.js';

const { reader } = await openTables(readTables().tables);
const read = (text: string) =>
  readEvidence(
    reader,
    readWords([{ text, field: 'symptoms.0', kind: 'complaint' }], new Map(), reader.language),
    'emergency',
  );
const said = (text: string, assertion: string) =>
  reader
    .findings(text, true, reader.language)
    .filter((one) => one.assertion === assertion)
    .map(({ finding }) => finding.id);

describe('complaints as triage writes them', () => {
  it.each(['building', 'measuring'])('are understood but for one in twenty: %s', (file) => {
    const lines = readFileSync(`test/complaints/${file}.txt`, 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(125);
    const missed = lines
      .map((line) => line.split(' | ')[0] ?? '')
      .filter((text) => read(text).unread.some(({ names }) => names === undefined));
    expect(missed.length / lines.length, missed.join('; ')).toBeLessThanOrEqual(0.05);
  });

  it.each([
    ['abd pain', 'abdominal_pain'],
    ['pain, chest', 'chest_pain'],
    ['chestpain', 'chest_pain'],
    ['HA', 'headache'],
    ['N+V', 'vomiting'],
    ['SOBOE', 'dyspnoea_exertional'],
    ['scalp lac.', 'wound_cut'],
    ['pain in Rt. knee', 'knee_pain'],
    ['breathless when she bends over', 'bendopnoea'],
    ['stooping makes him short of breath', 'bendopnoea'],
    ['out of breath tying his shoes', 'bendopnoea'],
    ['cannot breathe when bending down', 'bendopnoea'],
    ['My husband hit me last night', 'afraid_at_home'],
    ['she is scared of her partner', 'afraid_at_home'],
    ['world bounces when walking', 'oscillopsia'],
    ['has an aortic graft', 'hx_aortic_graft'],
    ['angiogram via the groin yesterday', 'femoral_catheter_recent'],
    ['white cells in urine, culture sterile', 'sterile_pyuria'],
    ['repeated thunderclap headaches', 'thunderclap_repeated'],
    ['had a fit in the bath', 'seizure'],
    ['had a fit for ten minutes', 'seizure'],
    ['There is no anal opening', 'no_anus'],
    ['drowsy since noon', 'drowsiness'],
    ['no immune system and feverish', 'plain_has_temperature'],
    ['no immune system and feverish', 'plain_weak_defence'],
    ['Dived in shallow water, cannot move legs', 'scene_cervical_spine'],
    ['small burn on a finger from the iron', 'burn_small'],
    ['small burn on the hand, acid', 'chemical_exposure_skin'],
  ])('%j is the finding %s', (text, finding) => {
    expect(said(text, 'present')).toContain(finding);
  });

  it('that are names without a finding are told as such', () => {
    expect(read('mastitis').unread).toEqual([
      { text: 'mastitis', field: 'symptoms.0', names: ['mastitis'] },
    ]);
    expect(read('placement').unread[0]?.names).toEqual(['no complaint']);
    expect(read('placement').present.size).toBe(0);
    expect(read('qwerty blorp').unread[0]?.names).toBeUndefined();
  });
});

describe('clues of rare diseases', () => {
  it.each([
    ['red cells clump together in the tube', 'cold_agglutinins'],
    ['the mixing study does not correct', 'clotting_inhibitor'],
    ['brown freckles on the lips', 'lip_dark_spots'],
    ['two hours into the blood transfusion', 'transfusion_hours'],
    ['the diarrhoea goes on even when fasting', 'secretory_diarrhoea'],
    ['brown spots that swell when rubbed', 'darier_sign'],
    ['the blood sample looked milky', 'triglycerides_very_high'],
    ['blue toes after an angiogram', 'blue_toes_after_angiogram'],
    ['heart rate jumps by 40 on standing', 'standing_pulse_rise'],
    ['passes air with the urine', 'air_in_urine'],
    ['the dialysis fluid is cloudy', 'peritoneal_dialysis_cloudy'],
    ['keeps retching but nothing comes up', 'retching_no_vomit_tube_fails'],
    ['breathless sitting up, better lying flat', 'platypnoea'],
    ['wheezes at work, fine on holiday', 'asthma_better_holidays'],
    ['head is out but the shoulders are stuck', 'shoulder_stuck'],
    ['the placenta will not come', 'placenta_stuck'],
  ])('%j is the finding %s', (text, finding) => {
    expect(said(text, 'present')).toContain(finding);
  });

  it.each([
    ['small cut on the thumb', 'thumb_radius_defect'],
    ['never smoked, breathless on stairs', 'emphysema_basal_young'],
    ['afraid of rejection by friends', 'graft_tender_creatinine'],
    ['passes urine often, a lot of gas and wind', 'air_in_urine'],
    ['vomits and retches all night', 'retching_no_vomit_tube_fails'],
    ['stubbed her toe, it is blue', 'blue_toes_after_angiogram'],
    ['dizzy on standing up quickly', 'standing_pulse_rise'],
    ['drinks two litres a day, loose stools', 'secretory_diarrhoea'],
    ['old man with a weak stream', 'newborn_weak_stream_bladder'],
    ['lump in the caesarean scar', 'sac_in_scar'],
  ])('%j is no %s', (text, finding) => {
    expect(said(text, 'present')).not.toContain(finding);
  });
});

describe('words of other things', () => {
  it.each([
    ['pain rating 8/10', 'rat_exposure'],
    ['born at 38 weeks gestation', 'pregnant'],
    ['G2P1', 'pregnant'],
    ['temperature of 37.0 °C', 'fever'],
    ['unresponsive to pain medication', 'coma'],
    ['stopped smoking 30 years ago', 'withdrawal_alcohol'],
    ['sensation shooting down her spine', 'vertigo'],
    ['right-handed with arm pain', 'hand_pain'],
    ['No sweating', 'sweating'],
    ['No sweating', 'flushed_dry_hot_skin'],
    ['No period pain', 'amenorrhoea'],
    ['No heat intolerance', 'cold_exposure'],
    ['No change in bowel habits', 'bowel_habit_change'],
    ['back pain on bending forward, and short of breath on stairs', 'bendopnoea'],
    ['short of breath putting on her coat', 'bendopnoea'],
    ['winded on the stairs', 'flatulence'],
    ['her husband hit his head', 'afraid_at_home'],
    ['he hit her car', 'afraid_at_home'],
    ['brain aneurysm repaired in 2015', 'hx_aortic_graft'],
    ['distended veins in the neck', 'trunk_veins_dilated'],
    ['She is quite fit, pain in the knee', 'seizure'],
    ['Drowning at work, so tired', 'drowsiness'],
    ['a hot flush drowned me', 'drowsiness'],
    ['deep burn of the finger from the iron', 'burn_small'],
  ])('%j is no %s', (text, finding) => {
    expect(said(text, 'present')).not.toContain(finding);
    expect(
      read(text)
        .understood.filter(({ counts }) => counts === 'present')
        .map((one) => one.finding.id),
    ).not.toContain(finding);
  });

  it.each([
    ['No change in bowel habits', 'bowel_habit_change'],
    ['No sweating', 'sweating'],
    ['No breathing difficulty', 'dyspnoea'],
    ['denies pain when passing urine', 'dysuria'],
  ])('%j denies %s', (text, finding) => {
    expect(said(text, 'absent')).toContain(finding);
  });

  it.each([
    ["face not moving, can't close the eye", 'facial_droop_forehead'],
    ['No fever, unable to walk', 'gait_problem'],
  ])('%j tells of %s: a name that denies is not denied', (text, finding) => {
    expect(said(text, 'present')).toContain(finding);
  });
});

describe('a complaint that has just ended', () => {
  it.each([
    ['slurred speech and a weak right arm for twenty minutes, gone now', 'speech_slurred'],
    ['chest pain yesterday for an hour, none since', 'chest_pain'],
  ])('is the complaint: %j', (text, finding) => {
    const ids = read(text).understood.flatMap((one) =>
      one.counts === 'present' ? [one.finding.id] : [],
    );
    expect(ids).toContain(finding);
  });

  it('is none where it ended long ago', () => {
    const counts = read('chest pain in 2010, none since').understood.map((one) => one.counts);
    expect(counts).not.toContain('present');
  });
});
