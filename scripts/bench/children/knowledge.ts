// Opening the medication knowledge in a process of its own: how long, and how much memory stays.
import type * as OpenModule from '../../../src/medications/knowledge/open.js';
import type * as KnowledgeModule from '../../../src/model-packages/knowledge.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export interface KnowledgeQuestion {
  readonly modelsDir: string;
}

export interface KnowledgeCost {
  readonly tookMs: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
}

const { listKnowledge } = await product<typeof KnowledgeModule>('model-packages/knowledge.js');
const { openKnowledge } = await product<typeof OpenModule>('medications/knowledge/open.js');

const settled = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
};

answerQuestions(async ({ modelsDir }: KnowledgeQuestion): Promise<KnowledgeCost> => {
  const before = settled();
  const startedAt = performance.now();
  const opened = openKnowledge(await listKnowledge(modelsDir));
  const tookMs = performance.now() - startedAt;
  const after = settled();
  if (opened.knowledge === undefined) throw new Error('no medication knowledge was opened');
  return {
    tookMs,
    heapBytes: after.heapUsed - before.heapUsed,
    residentBytes: after.rss - before.rss,
  };
});
