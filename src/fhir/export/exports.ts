import type { FhirStore } from '../../store/fhir/fhir-store.js';
import { type BulkParts, BulkRuns, type NewRun } from '../bulk/bulk-runs.js';
import type { Definitions } from '../definitions/definition.js';
import { type ExportPlan, writeExport } from './write-export.js';

/** Below the data folder. */
export const EXPORTS_FOLDER = 'fhir-exports';

export interface NewExport extends NewRun {
  readonly plan: ExportPlan;
}

export interface ExportsParts extends BulkParts {
  readonly store: FhirStore;
  readonly definitions: Definitions;
}

export type Exports = BulkRuns<NewExport, undefined>;

/** The bulk exports since the appliance was started. */
export function createExports(parts: ExportsParts): Exports {
  const { store, definitions } = parts;
  return new BulkRuns(
    {
      name: 'export',
      async carryOut({ plan }, { files, mayGoOn, onProgress }) {
        await writeExport(plan, {
          ...{ store, definitions, files, mayGoOn },
          onProgress: (type, resources) => onProgress(resources, type),
        });
        return undefined;
      },
    },
    parts,
  );
}
