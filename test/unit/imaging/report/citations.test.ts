import { describe, expect, it } from 'vitest';
import { SOURCES } from '../../../../src/imaging/report/sources.js';
import { citationsOf, everyReport } from './every-report.js';

/**
 * Which publication says what, written from the publications and not from the rules, so that a
 * citation that slips from one rule to another is found.
 */
const ADVICE: readonly (readonly [topic: RegExp, cited: string])[] = [
  [
    /^Immediate: .*within minutes/,
    'ACR Actionable Reporting Work Group, 2014; AoMRC and RCR alerts, 2022',
  ],
  [
    /^Urgent: .*within hours/,
    'ACR Actionable Reporting Work Group, 2014; AoMRC and RCR alerts, 2022',
  ],
  [/^Soon: .*within days/, 'ACR Actionable Reporting Work Group, 2014; RCR BFCR(18)1, 2018'],
  [/^Have the image read/, 'RCR BFCR(18)1, 2018'],
  [/^Have the radiologist decide/, 'RCR BFCR(18)1, 2018'],
  [/^Look for a cause that the model has no label for/, 'RCR BFCR(18)1, 2018'],
  [/^No guideline on/, 'RCR BFCR(18)1, 2018'],
  [/^Pregnancy/, 'IR(ME)R, 2017'],
  // Pleura.
  [/tension .*decompressed before further imaging/, 'NICE NG39, 2016; BTS pleural disease, 2023'],
  [/spontaneous pneumothorax by symptoms/, 'BTS pleural disease, 2023'],
  [/the pleural disease guideline covers adults only/, 'BTS pleural disease, 2023'],
  [/effusion beside pneumonia .*pH at once/, 'BTS pleural disease, 2023'],
  [/aspirate it under image guidance for protein, LDH/, 'BTS pleural disease, 2023'],
  [/^Bilateral effusions/, 'BTS pleural disease, 2023'],
  [/asbestos/, 'BTS mesothelioma, 2018'],
  [/^Rib fractures/, 'ACR rib fractures, 2014'],
  // Safeguarding.
  [/^A fracture in a child .*maltreatment/, 'NICE CG89, 2009'],
  [/^An intracranial injury in a child .*maltreatment/, 'NICE CG89, 2009'],
  // Heart.
  [/^Assess breathing, oxygenation and circulation/, 'ESC heart failure, 2021; NICE CG187, 2014'],
  [/natriuretic peptide once.*48 hours/, 'NICE CG187, 2014'],
  [/paediatric cardiologist/, 'NICE CG187, 2014'],
  [/NT-proBNP: above 2,000/, 'NICE NG106, 2018'],
  [/cardiothoracic ratio holds for PA films/, 'Simkus et al., 2021; Chon et al., 2011'],
  [/^With sudden chest, back or abdominal pain/, 'ACC/AHA aortic disease, 2022'],
  // Infection.
  [/CRB65, in hospital by CURB65/, 'NICE NG250, 2025'],
  [/antibiotic within 4 hours/, 'NICE QS110, 2016'],
  [/after about 6 weeks/, 'BTS pneumonia in adults, 2009'],
  [/below 92 % it counts as severe/, 'BTS pneumonia in children, 2011'],
  [/^Consider another film only after a round pneumonia/, 'BTS pneumonia in children, 2011'],
  [/^Correlate clinically: such shadowing/, 'Fleischner Society glossary, 2024'],
  [/single room .*tuberculosis team/, 'NICE NG33, 2016'],
  [/^Send three respiratory samples/, 'NICE NG33, 2016; WHO tuberculosis handbook, module 3, 2025'],
  [/^In children send .*stool/, 'NICE NG33, 2016; WHO tuberculosis handbook, module 3, 2025'],
  [/^Keep the patient apart/, 'WHO infection control in COVID-19, 2023'],
  [/COVID-19 by a test for the virus/, 'WHO chest imaging in COVID-19, 2020'],
  // Lung.
  [/characterised by CT of the chest without contrast/, 'ACR incidental pulmonary nodule, 2023'],
  [/^Follow a nodule that CT confirms/, 'Fleischner Society nodules, 2017'],
  [/nodules start at the age of 35/, 'Fleischner Society nodules, 2017'],
  [/suggests lung cancer/, 'NICE NG12, 2015'],
  [/^Lobar collapse/, 'NICE NG12, 2015'],
  [/made the lung lose volume/, 'Fleischner Society glossary, 2024'],
  [/spirometry, and offer a smoker/, 'NICE NG115, 2018'],
  [/the COPD guideline starts at the age of 16/, 'NICE NG115, 2018'],
  [/gas transfer and high-resolution CT/, 'NICE CG163, 2013'],
  [/the pulmonary fibrosis guideline covers adults only/, 'NICE CG163, 2013'],
  [/^Investigate a hiatus hernia/, 'SAGES hiatal hernia, 2013'],
  // Head.
  [/^Call the stroke/, 'AHA/ASA intracerebral haemorrhage, 2022; NICE NG232, 2023'],
  [/^Call the paediatric/, 'NICE NG232, 2023'],
  [/towards 140 mmHg/, 'AHA/ASA intracerebral haemorrhage, 2022'],
  [/surgically significant abnormality/, 'NICE NG232, 2023'],
  [/blood is subarachnoid: CT angiography/, 'NICE NG228, 2022'],
  [/neuro-oncology multidisciplinary team/, 'NICE NG99, 2018'],
  [/T2, FLAIR, diffusion, and T1/, 'NICE NG99, 2018'],
  [/principal treatment centre/, 'NICE CSG7, 2005'],
  [/tissue with molecular markers/, 'WHO CNS tumours, 2021'],
  [/^For a meningioma/, 'EANO meningioma, 2021'],
  [/pituitary apoplexy/, 'Endocrine Society pituitary incidentaloma, 2011'],
  [/hypopituitarism/, 'Endocrine Society pituitary incidentaloma, 2011'],
];

const URGENCY: readonly (readonly [topic: RegExp, cited: string])[] = [
  [/intracranial haemorrhage/, 'ACR Actionable Reporting Work Group, 2014'],
  [/large pneumothorax|without tension|^pneumothorax/, 'ACR Actionable Reporting Work Group, 2014'],
  [/without acute danger/, 'ACR Actionable Reporting Work Group, 2014'],
  [
    /^(pulmonary mass|pulmonary nodule|lung lesion|meningioma) is/,
    'ACR Actionable Reporting Work Group, 2014',
  ],
  [/pneumothorax on both sides/, 'BTS pleural disease, 2023'],
  [/effusion/, 'BTS pleural disease, 2023'],
  [/pleural thickening/, 'BTS mesothelioma, 2018'],
  [/rib fracture/, 'ACR rib fractures, 2014'],
  [/fracture of the chest in a child/, 'NICE CG89, 2009'],
  [/^fracture is/, 'ACR rib fractures, 2014 | NICE CG89, 2009'],
  [/pulmonary oedema/, 'ESC heart failure, 2021'],
  [/large heart/, 'NICE NG106, 2018'],
  [/mediastinum/, 'ACC/AHA aortic disease, 2022'],
  [/within 4 hours|treated within hours/, 'NICE QS110, 2016'],
  [/child with pneumonia/, 'BTS pneumonia in children, 2011'],
  [/^(pneumonia|consolidation) is/, 'NICE QS110, 2016 | BTS pneumonia in children, 2011'],
  [
    /shadowing|volume|^(infiltration|lung opacity|atelectasis) is/,
    'Fleischner Society glossary, 2024',
  ],
  [/tuberculosis/, 'NICE NG33, 2016'],
  [/COVID-19/, 'WHO infection control in COVID-19, 2023'],
  [/emphysema/, 'NICE NG115, 2018'],
  [/fibrosis/, 'NICE CG163, 2013'],
  [/hernia/, 'SAGES hiatal hernia, 2013'],
  [/tumour is alerted|^(glioma|intracranial tumour)/, 'AoMRC and RCR alerts, 2022'],
  [/hormones|^pituitary/, 'Endocrine Society pituitary incidentaloma, 2011'],
  [/not classified yet|does not classify|stored guideline/, 'RCR BFCR(18)1, 2018'],
];

/** What each number and DOI stands for. */
const PUBLICATIONS: readonly (readonly [link: string, year: number, title: RegExp])[] = [
  ['guidance/ng12', 2015, /suspected cancer/i],
  ['guidance/ng33', 2016, /tuberculosis/i],
  ['guidance/ng39', 2016, /major trauma/i],
  ['guidance/ng99', 2018, /brain tumours .* over 16s/i],
  ['guidance/ng106', 2018, /chronic heart failure/i],
  ['guidance/ng115', 2018, /obstructive pulmonary disease in over 16s/i],
  ['guidance/ng228', 2022, /subarachnoid haemorrhage/i],
  ['guidance/ng232', 2023, /head injury/i],
  ['guidance/ng250', 2025, /pneumonia: diagnosis and management/i],
  ['guidance/qs110', 2016, /pneumonia in adults: quality standard/i],
  ['guidance/cg89', 2009, /when to suspect maltreatment/i],
  ['guidance/cg163', 2013, /idiopathic pulmonary fibrosis/i],
  ['guidance/cg187', 2014, /acute heart failure/i],
  ['guidance/csg7', 2005, /children and young people with cancer/i],
  ['10.1016/j.jacr.2013.12.016', 2014, /actionable findings/i],
  ['10.1016/j.jacr.2023.08.024', 2023, /indeterminate pulmonary nodule/i],
  ['pubmed.ncbi.nlm.nih.gov/25340388/', 2014, /rib fractures/i],
  ['recommendations-alerts-and-notification-imaging-reports', 2022, /alerts and notification/i],
  ['imaging-investigations-second-edition', 2018, /standards for interpretation and reporting/i],
  ['uksi/2017/1322', 2017, /medical exposure/i],
  ['10.1136/thorax-2022-219784', 2023, /pleural disease/i],
  ['10.1136/thx.2009.121434', 2009, /pneumonia in adults/i],
  ['10.1136/thoraxjnl-2011-200598', 2011, /pneumonia in children/i],
  ['content/73/Suppl_1/i1', 2018, /mesothelioma/i],
  ['item/9789240110991', 2025, /tuberculosis. Module 3: diagnosis/i],
  ['abstract&did=840511', 2020, /chest imaging in COVID-19/i],
  ['WHO-2019-nCoV-IPC-guideline-2023.4', 2023, /infection prevention and control/i],
  ['10.1093/neuonc/noab106', 2021, /WHO classification of tumors/i],
  ['10.1093/neuonc/noab150', 2021, /meningiomas/i],
  ['10.1148/radiol.2017161659', 2017, /pulmonary nodules/i],
  ['10.1148/radiol.232558', 2024, /glossary/i],
  ['10.1093/eurheartj/ehab368', 2021, /acute and chronic heart failure/i],
  ['10.1186/s13244-021-01097-0', 2021, /limitations of cardiothoracic ratio/i],
  ['10.3346/jkms.2011.26.11.1446', 2011, /portable anteroposterior/i],
  ['10.1161/CIR.0000000000001106', 2022, /aortic disease/i],
  ['10.1161/STR.0000000000000407', 2022, /intracerebral hemorrhage/i],
  ['10.1007/s00464-013-3173-3', 2013, /hiatal hernia/i],
  ['10.1210/jc.2010-1048', 2011, /pituitary incidentaloma/i],
];

const reports = [...everyReport()];
const rowsFor = (table: typeof ADVICE, text: string) =>
  table.filter(([topic]) => topic.test(text)).map(([, cited]) => cited);

describe('citations', () => {
  const texts = [...new Set(reports.flatMap(({ recommendations }) => recommendations))];

  it.each(texts)('%s', (text) => {
    expect(rowsFor(ADVICE, text)).toEqual([citationsOf(text).join('; ')]);
  });

  it('cover every topic of the table', () => {
    const unsaid = ADVICE.filter(([topic]) => !texts.some((text) => topic.test(text)));
    expect(unsaid.map(([topic]) => topic.source)).toEqual([]);
  });

  it('fit the reason of every urgency', () => {
    const reasons = new Map(
      reports.flatMap(({ urgency }) =>
        urgency ? [[`${urgency.because} @ ${urgency.source}`, urgency]] : [],
      ),
    );
    expect(reasons.size).toBeGreaterThan(40);
    for (const { because, source } of reasons.values()) {
      const [cited, ...others] = rowsFor(URGENCY, because);
      expect(others, because).toEqual([]);
      expect(cited?.split(' | '), because).toContain(source);
    }
  });
});

describe('publications', () => {
  it.each(Object.values(SOURCES))('$short, $year', ({ link, year, title }) => {
    const known = PUBLICATIONS.filter(([end]) => link.endsWith(end));
    expect(known).toHaveLength(1);
    expect(known[0]?.[1]).toBe(year);
    expect(title).toMatch(known[0]?.[2] ?? /^$/);
  });
});
