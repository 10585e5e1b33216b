import { hash } from 'node:crypto';
import { createAnalyzeService } from '../analyze/service.js';
import { createAnalyst } from '../analyze/written.js';
import { createBundleReader } from '../fhir/bundle/read-elsewhere.js';
import { openDefinitions } from '../fhir/definitions/open.js';
import { createResourceChecker } from '../fhir/interactions/resource-checker.js';
import type { Engine } from '../inference/engine.js';
import type { OpenShelf } from '../knowledge.js';
import { createMedicationsService } from '../medications/service.js';
import { predictionsOf, scoresOf } from '../risk/assess-chart.js';
import { createRiskService } from '../risk/service.js';
import { readEntities } from '../transcribe/read-entities.js';
import type { Performers } from './work.js';

/** Does `make` when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** All that a thread does, by the knowledge that it has open. */
export function createPerformers(shelf: OpenShelf, engine: Engine): Performers {
  /** By the clock of the appliance, when it was last heard of. */
  let now = 0;
  const clock = () => now;
  const language = () => shelf.language.open;
  const risk = createRiskService({ engine, language, clock });
  const medications = createMedicationsService({
    ...{ opened: () => shelf.medications, language, clock },
  });
  const resources = once(() => createResourceChecker(openDefinitions()));
  const bundles = once(() => createBundleReader(openDefinitions()));
  return {
    analyze({ request, mode, pictures, ...asked }, signal) {
      now = asked.now;
      const service = createAnalyzeService({
        ...{ scoresOf, checkMedicines: medications.checkMedicines, clock },
        diseases: () => shelf.diseases.open,
        predictionsOf: (chart, whose) => predictionsOf(engine, chart, whose),
        findReading: (id) => pictures.get(id),
      });
      return createAnalyst(service).analyze(request, { mode, signal });
    },
    risk({ request, ...asked }, signal) {
      now = asked.now;
      return risk.assess(request, signal);
    },
    medications({ request, ...asked }) {
      now = asked.now;
      return medications.check(request);
    },
    entities({ request, ...asked }) {
      now = asked.now;
      return readEntities(shelf.language.open, request, clock);
    },
    resource: (question) => resources().check(question),
    bundle: (question) => ({
      ...bundles()(question),
      sha256: hash('sha256', question.bytes, 'hex'),
    }),
    patch: (question) => resources().patch(question),
    validation: (question) => resources().validate(question),
  };
}
