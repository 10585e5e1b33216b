export interface Source {
  /** Its name in recommendations, before the year. */
  readonly short: string;
  readonly title: string;
  readonly organisation: string;
  /** Of publication; NICE keeps guidelines under one number while it amends them. */
  readonly year: number;
  /** DOI, or an address where it can be read. */
  readonly link: string;
}

const NICE = 'National Institute for Health and Care Excellence';
const BTS = 'British Thoracic Society';
const ACR = 'American College of Radiology';
const WHO = 'World Health Organization';
const RCR = 'The Royal College of Radiologists';

function nice(number: string, year: number, title: string): Source {
  const link = `https://www.nice.org.uk/guidance/${number.toLowerCase()}`;
  return { short: `NICE ${number}`, title, organisation: NICE, year, link };
}

function published(
  short: string,
  organisation: string,
  year: number,
  title: string,
  link: string,
): Source {
  return { short, title, organisation, year, link };
}

/** The sources of recommendations and urgencies. */
export const SOURCES = {
  acrActionable: published(
    'ACR Actionable Reporting Work Group',
    ACR,
    2014,
    'Actionable findings and the role of IT support',
    'https://doi.org/10.1016/j.jacr.2013.12.016',
  ),
  rcrAlerts: published(
    'AoMRC and RCR alerts',
    `Academy of Medical Royal Colleges and ${RCR}`,
    2022,
    'Alerts and notification of imaging reports: recommendations',
    'https://www.rcr.ac.uk/publication/recommendations-alerts-and-notification-imaging-reports',
  ),
  rcrReporting: published(
    'RCR BFCR(18)1',
    RCR,
    2018,
    'Standards for interpretation and reporting of imaging investigations, second edition',
    'https://www.rcr.ac.uk/publication/standards-interpretation-and-reporting-imaging-investigations-second-edition',
  ),
  irmer: published(
    'IR(ME)R',
    'United Kingdom',
    2017,
    'The Ionising Radiation (Medical Exposure) Regulations',
    'https://www.legislation.gov.uk/uksi/2017/1322',
  ),
  btsPleural: published(
    'BTS pleural disease',
    BTS,
    2023,
    'Guideline for pleural disease',
    'https://doi.org/10.1136/thorax-2022-219784',
  ),
  btsPneumonia: published(
    'BTS pneumonia in adults',
    BTS,
    2009,
    'Guidelines for the management of community acquired pneumonia in adults: update 2009',
    'https://doi.org/10.1136/thx.2009.121434',
  ),
  btsPneumoniaChildren: published(
    'BTS pneumonia in children',
    BTS,
    2011,
    'Guidelines for the management of community acquired pneumonia in children: update 2011',
    'https://doi.org/10.1136/thoraxjnl-2011-200598',
  ),
  btsMesothelioma: published(
    'BTS mesothelioma',
    BTS,
    2018,
    'Guideline for the investigation and management of malignant pleural mesothelioma',
    'https://thorax.bmj.com/content/73/Suppl_1/i1',
  ),
  niceTrauma: nice('NG39', 2016, 'Major trauma: assessment and initial management'),
  nicePneumonia: nice('NG250', 2025, 'Pneumonia: diagnosis and management'),
  nicePneumoniaStandard: nice('QS110', 2016, 'Pneumonia in adults: quality standard'),
  niceTuberculosis: nice('NG33', 2016, 'Tuberculosis'),
  niceCancer: nice('NG12', 2015, 'Suspected cancer: recognition and referral'),
  niceHeartFailure: nice(
    'NG106',
    2018,
    'Chronic heart failure in adults: diagnosis and management',
  ),
  niceAcuteHeartFailure: nice('CG187', 2014, 'Acute heart failure: diagnosis and management'),
  niceCopd: nice(
    'NG115',
    2018,
    'Chronic obstructive pulmonary disease in over 16s: diagnosis and management',
  ),
  niceFibrosis: nice(
    'CG163',
    2013,
    'Idiopathic pulmonary fibrosis in adults: diagnosis and management',
  ),
  niceMaltreatment: nice(
    'CG89',
    2009,
    'Child maltreatment: when to suspect maltreatment in under 18s',
  ),
  niceBrainTumour: nice('NG99', 2018, 'Brain tumours (primary) and brain metastases in over 16s'),
  niceChildCancer: nice(
    'CSG7',
    2005,
    'Improving outcomes in children and young people with cancer',
  ),
  niceHeadInjury: nice('NG232', 2023, 'Head injury: assessment and early management'),
  niceSubarachnoid: nice(
    'NG228',
    2022,
    'Subarachnoid haemorrhage caused by a ruptured aneurysm: diagnosis and management',
  ),
  whoTuberculosis: published(
    'WHO tuberculosis handbook, module 3',
    WHO,
    2025,
    'WHO operational handbook on tuberculosis. Module 3: diagnosis',
    'https://www.who.int/publications/i/item/9789240110991',
  ),
  whoCovidImaging: published(
    'WHO chest imaging in COVID-19',
    WHO,
    2020,
    'Use of chest imaging in COVID-19: a rapid advice guide',
    'https://www.hsdl.org/?abstract&did=840511',
  ),
  whoCovidControl: published(
    'WHO infection control in COVID-19',
    WHO,
    2023,
    'Infection prevention and control in the context of COVID-19: a guideline',
    'https://www.who.int/publications/i/item/WHO-2019-nCoV-IPC-guideline-2023.4',
  ),
  whoBrainTumour: published(
    'WHO CNS tumours',
    WHO,
    2021,
    'The 2021 WHO classification of tumors of the central nervous system: a summary',
    'https://doi.org/10.1093/neuonc/noab106',
  ),
  fleischnerNodules: published(
    'Fleischner Society nodules',
    'Fleischner Society',
    2017,
    'Guidelines for management of incidental pulmonary nodules detected on CT images',
    'https://doi.org/10.1148/radiol.2017161659',
  ),
  fleischnerGlossary: published(
    'Fleischner Society glossary',
    'Fleischner Society',
    2024,
    'Glossary of terms for thoracic imaging',
    'https://doi.org/10.1148/radiol.232558',
  ),
  acrNodule: published(
    'ACR incidental pulmonary nodule',
    ACR,
    2023,
    'Appropriateness criteria: incidentally detected indeterminate pulmonary nodule',
    'https://doi.org/10.1016/j.jacr.2023.08.024',
  ),
  acrRib: published(
    'ACR rib fractures',
    ACR,
    2014,
    'Appropriateness criteria: rib fractures',
    'https://pubmed.ncbi.nlm.nih.gov/25340388/',
  ),
  escHeartFailure: published(
    'ESC heart failure',
    'European Society of Cardiology',
    2021,
    'Guidelines for the diagnosis and treatment of acute and chronic heart failure',
    'https://doi.org/10.1093/eurheartj/ehab368',
  ),
  heartSize: published(
    'Simkus et al.',
    'Insights into Imaging',
    2021,
    'Limitations of cardiothoracic ratio derived from chest radiographs to predict real heart size',
    'https://doi.org/10.1186/s13244-021-01097-0',
  ),
  heartProjection: published(
    'Chon et al.',
    'Journal of Korean Medical Science',
    2011,
    'Calculation of the cardiothoracic ratio from portable anteroposterior chest radiography',
    'https://doi.org/10.3346/jkms.2011.26.11.1446',
  ),
  aorta: published(
    'ACC/AHA aortic disease',
    'American College of Cardiology and American Heart Association',
    2022,
    'Guideline for the diagnosis and management of aortic disease',
    'https://doi.org/10.1161/CIR.0000000000001106',
  ),
  sagesHernia: published(
    'SAGES hiatal hernia',
    'Society of American Gastrointestinal and Endoscopic Surgeons',
    2013,
    'Guidelines for the management of hiatal hernia',
    'https://doi.org/10.1007/s00464-013-3173-3',
  ),
  strokeBleed: published(
    'AHA/ASA intracerebral haemorrhage',
    'American Heart Association and American Stroke Association',
    2022,
    'Guideline for the management of patients with spontaneous intracerebral hemorrhage',
    'https://doi.org/10.1161/STR.0000000000000407',
  ),
  eanoMeningioma: published(
    'EANO meningioma',
    'European Association of Neuro-Oncology',
    2021,
    'Guideline on the diagnosis and management of meningiomas',
    'https://doi.org/10.1093/neuonc/noab150',
  ),
  pituitary: published(
    'Endocrine Society pituitary incidentaloma',
    'Endocrine Society',
    2011,
    'Pituitary incidentaloma: clinical practice guideline',
    'https://doi.org/10.1210/jc.2010-1048',
  ),
} as const satisfies Readonly<Record<string, Source>>;

export type SourceId = keyof typeof SOURCES;

/** `NICE NG33, 2016; BTS pleural disease, 2023` */
export function cite(ids: readonly SourceId[]): string {
  return ids.map((id) => `${SOURCES[id].short}, ${SOURCES[id].year}`).join('; ');
}
