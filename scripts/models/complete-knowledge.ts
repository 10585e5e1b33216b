import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Issue, messageOf } from '../../src/core/errors.js';
import { createFindingTree } from '../../src/differential/knowledge/finding-tree.js';
import { DISEASE_TABLES } from '../../src/differential/knowledge/schema.js';
import { openKnowledge } from '../../src/medications/knowledge/open.js';
import { verifyKnowledge } from '../../src/medications/knowledge/verify.js';
import { filesBelow } from '../../src/model-packages/declared-files.js';
import { MANIFEST } from '../../src/model-packages/folder.js';
import { type KnowledgePackage, listKnowledge } from '../../src/model-packages/knowledge.js';
import { readTables } from '../../src/model-packages/open-packages.js';
import { readLanguageTables } from '../../src/patient-record/language/open.js';

const MAX_FAULTS_TOLD = 30;

function told(issues: readonly Issue[]): string {
  const lines = issues.slice(0, MAX_FAULTS_TOLD).map(({ field, issue }) => `${field} ${issue}`);
  const more = issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** An overlay is tested with the common package next to it. */
async function faultOf(found: KnowledgePackage, modelsDir: string): Promise<string | undefined> {
  if (found.manifest.kind === 'medication-knowledge') {
    const issues = verifyKnowledge(found);
    return issues.length > 0 ? told(issues) : undefined;
  }
  const { kind } = found.manifest;
  if (kind === 'clinical-language' || kind === 'disease-knowledge') {
    try {
      if (kind === 'clinical-language') readLanguageTables(found, false);
      else createFindingTree(readTables(found, DISEASE_TABLES, false).findings);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }
  const { statuses } = openKnowledge(await listKnowledge(modelsDir));
  const status = statuses.find(({ id }) => id === found.manifest.id);
  return status === undefined || status.state === 'ready' ? undefined : status.reason;
}

/**
 * Completes a package of knowledge: sizes and hashes of all files; then loads it as the appliance
 * does, and checks all that can be checked of it.
 *
 * @throws Error with every fault
 */
export async function completeKnowledge(
  dir: string,
  draft: Readonly<Record<string, unknown>>,
): Promise<KnowledgePackage> {
  const complete = { ...draft, files: await filesBelow(dir) };
  await writeFile(join(dir, MANIFEST), `${JSON.stringify(complete, null, 2)}\n`);
  const listed = await listKnowledge(dirname(dir));
  const found = listed.find((entry) =>
    entry.status === 'verified' ? entry.id === draft.id : entry.id === basename(dir),
  );
  if (found?.status !== 'verified') {
    throw new Error(found?.reason ?? `${dir} is not in a folder of packages`);
  }
  const fault = await faultOf(found.package, dirname(dir));
  if (fault !== undefined) throw new Error(fault);
  return found.package;
}
