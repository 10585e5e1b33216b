// Opening the knowledge of diseases in a process of its own: how long, and how much memory stays.
import type * as KnowledgeModule from '../../../src/differential/knowledge/knowledge.js';
import type * as SchemaModule from '../../../src/differential/knowledge/schema.js';
import type * as PackagesModule from '../../../src/model-packages/knowledge.js';
import type * as OpenModule from '../../../src/model-packages/open-packages.js';
import type * as LanguageModule from '../../../src/patient-record/language/open.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';
import type { KnowledgeCost, KnowledgeQuestion } from './knowledge.js';

const { listKnowledge } = await product<typeof PackagesModule>('model-packages/knowledge.js');
const { openLanguage } = await product<typeof LanguageModule>('patient-record/language/open.js');
const { openFirstPackage: openFirst, readTables } = await product<typeof OpenModule>(
  'model-packages/open-packages.js',
);
const { DISEASE_TABLES } = await product<typeof SchemaModule>('differential/knowledge/schema.js');
const { createDiseaseKnowledge } = await product<typeof KnowledgeModule>(
  'differential/knowledge/knowledge.js',
);

const settled = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
};

answerQuestions(async ({ modelsDir }: KnowledgeQuestion): Promise<KnowledgeCost> => {
  const language = openLanguage(await listKnowledge(modelsDir), []).open?.made;
  if (language === undefined) throw new Error('no package of clinical language was opened');
  const before = settled();
  const startedAt = performance.now();
  // Reading and hashing the files is part of it; those of the other packages are read as well.
  const opened = openFirst(await listKnowledge(modelsDir), 'disease-knowledge', (found) =>
    createDiseaseKnowledge(readTables(found, DISEASE_TABLES, true), language),
  );
  const tookMs = performance.now() - startedAt;
  const after = settled();
  if (opened.open === undefined) throw new Error(JSON.stringify(opened.statuses));
  return {
    tookMs,
    heapBytes: after.heapUsed - before.heapUsed,
    residentBytes: after.rss - before.rss,
  };
});
