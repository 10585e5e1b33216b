import { fileURLToPath } from 'node:url';
import type * as MedicationsModule from '../../../src/medications/knowledge/open.js';
import type * as KnowledgeModule from '../../../src/model-packages/knowledge.js';
import type * as LanguageModule from '../../../src/patient-record/language/open.js';
import type { Figure } from '../figure.js';
import { interleave } from '../interleave.js';
import { product } from '../product.js';
import { median } from '../statistics.js';

const MODELS = fileURLToPath(new URL('../../../models', import.meta.url));

/** Invented; as a note is written, with headings, lists, negations, doses and values. */
const NOTE = `HISTORY OF PRESENT ILLNESS: 67-year-old man with crushing chest pain radiating to the left arm
for 2 hours, short of breath on exertion. Denies fever, chills or cough. No history of stroke.
PAST MEDICAL HISTORY: Hypertension, type 2 diabetes, appendectomy. FAMILY HISTORY: Father died of MI at 60.
MEDICATIONS: metformin 500 mg PO BID, lisinopril 10 mg daily, aspirin 81 mg.
EXAM: BP 140/90, HR 110, temp 38.2, sats 94% on RA. Reduced air entry at the right base. No oedema.
LABS: Na 134, K 4.1, creatinine 1.8 mg/dL, troponin 45 ng/L. CXR: possible consolidation, cannot rule out PE.
PLAN: CT pulmonary angiogram, start amoxicillin if febrile. Return if pain recurs.
`;
const MEGABYTE = 1_000_000;

export const entities: Figure = {
  id: 'entities',
  title: 'Clinical entities in text',
  async measure() {
    const { listKnowledge } = await product<typeof KnowledgeModule>('model-packages/knowledge.js');
    const { openKnowledge } = await product<typeof MedicationsModule>(
      'medications/knowledge/open.js',
    );
    const { openLanguage } = await product<typeof LanguageModule>(
      'patient-record/language/open.js',
    );
    const found = await listKnowledge(MODELS);
    const names = openKnowledge(found).knowledge?.words.names() ?? [];
    const startedAt = performance.now();
    const language = openLanguage(found, names).open?.made;
    const openedMs = performance.now() - startedAt;
    if (language === undefined) throw new Error('no package of clinical language was opened');
    const long = NOTE.repeat(Math.ceil(MEGABYTE / NOTE.length)).slice(0, MEGABYTE);
    const timed = (text: string, times: number) => () => {
      const from = performance.now();
      for (let i = 0; i < times; i += 1) language.read(text);
      return performance.now() - from;
    };
    const sides = [timed(NOTE, 100), timed(long, 1)];
    const [short = [], whole = []] = await interleave(sides, { warmUp: 1, rounds: 5 });
    const speed = (bytes: number, ms: number) => bytes / 1_000 / ms;
    const one = speed(NOTE.length * 100, median(short));
    const many = speed(MEGABYTE, median(whole));
    return {
      rows: [
        { what: 'a note of 1 kB, again and again', value: `${one.toFixed(1)} MB/s` },
        {
          what: 'a text of 1 MB in one pass',
          value: `${many.toFixed(1)} MB/s`,
          target: '≥ 2 MB/s',
          met: many >= 2,
        },
        { what: 'opening the package', value: `${Math.round(openedMs)} ms` },
      ],
      data: { short, whole, openedMs },
    };
  },
};
