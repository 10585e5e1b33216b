import { describe, expect, it } from 'vitest';
import { openLanguage } from '../../../../scripts/language/open-language.js';

const language = await openLanguage('models');

const assertionOf = (text: string, name: string) =>
  language.read(text).entities.find((one) => one.text.toLowerCase() === name)?.assertion;

describe('ordinary sentences', () => {
  it.each([
    ['Slept through, did not wake with cough.', 'cough', 'absent'],
    ['She has not been bothered by headache.', 'headache', 'absent'],
    ['Cannot cope with pain.', 'pain', 'present'],
    ['Do not discharge with pain.', 'pain', 'present'],
    ['Screened for gout with negative results.', 'gout', 'absent'],
    ['The diagnosis of asthma was made in error.', 'asthma', 'absent'],
    ['I asked about chest pain, neither of which he has.', 'chest pain', 'absent'],
    ['Ibuprofen and codeine for headache, neither of which helped.', 'headache', 'present'],
    ['Jaundice was conspicuous by its absence.', 'jaundice', 'absent'],
    ["I do not think it's asthma.", 'asthma', 'absent'],
    ['His cough is no better.', 'cough', 'present'],
    ['Does the patient have asthma? Yes.', 'asthma', 'present'],
    ['Does the patient have asthma? No.', 'asthma', 'absent'],
    ['Does the patient have asthma?', 'asthma', 'possible'],
    ['No diabetes, now heart failure.', 'heart failure', 'present'],
    ['Mum has gout, today has cough.', 'cough', 'present'],
    ['His son with asthma says that the patient has gout.', 'gout', 'present'],
    ['His son with asthma says that the patient has gout.', 'asthma', 'family'],
    ['Her daughter has just been told that she has gout.', 'gout', 'family'],
    ['His twin has asthma.', 'asthma', 'family'],
    ['Admitted twice with pneumonia before 2010.', 'pneumonia', 'historical'],
    ['Has not been out of bed for two days with cough.', 'cough', 'present'],
    ['Asthma is still in the running.', 'asthma', 'possible'],
    ['He has gout and is unlikely to manage at home.', 'gout', 'present'],
    ['Gout is unlikely to be the cause.', 'gout', 'absent'],
    ['Ongoing dizziness, not seen by GP yet.', 'dizziness', 'present'],
    ['His brother, who helps him manage his asthma, came too.', 'asthma', 'present'],
    ['denies smoking or alcohol known asthma', 'asthma', 'present'],
    ['denies a fall headache came on slowly', 'headache', 'present'],
    ['no concerns overnight cough ongoing', 'cough', 'present'],
    ['no family history to speak of nosebleed for two days', 'nosebleed', 'present'],
    ['wound not dressed nausea since breakfast', 'nausea', 'present'],
    ['fracture not displaced', 'fracture', 'present'],
    ['He has gout. I am not sure what brings it on.', 'gout', 'present'],
    ['Her parents are anxious about her asthma.', 'asthma', 'present'],
    ['his wife who came with him reports vomiting', 'vomiting', 'present'],
    ['He does not think he has gout although the fluid shows it.', 'gout', 'present'],
    ['I do not think he has gout although the toe is red.', 'gout', 'absent'],
    ['Treated for gout with colchicine, without benefit.', 'gout', 'present'],
    ['Treated for gout with colchicine.', 'gout', 'historical'],
    ['Believed at first to have gout.', 'gout', 'possible'],
    ['Asthma was poorly controlled at his last visit and still is.', 'asthma', 'present'],
    ['Admitted for treatment of gout, accepts the risks.', 'gout', 'present'],
    ['denies alcohol has abdominal pain', 'abdominal pain', 'present'],
    ['no allergies admitted with cough', 'cough', 'present'],
    ['known gout no hypertension came in with back pain', 'back pain', 'present'],
    ['Her partner came down with fever.', 'fever', 'family'],
    ['past medical history nil of note family history of asthma', 'asthma', 'family'],
    ['no syncope some nosebleed', 'nosebleed', 'present'],
    ['She has never seen a doctor about her back pain.', 'back pain', 'present'],
    ['She is in hospital with pneumonia.', 'pneumonia', 'present'],
    ['To call 111 if leg swelling, syncope or nosebleed.', 'syncope', 'hypothetical'],
  ])('%s %s: %s', (text, name, assertion) => {
    expect(assertionOf(text, name)).toBe(assertion);
  });
});
