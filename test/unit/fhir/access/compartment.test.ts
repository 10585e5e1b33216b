import { describe, expect, it } from 'vitest';
import { OF_MANY, OF_THE_CONTEXT, OF_THE_NAMED } from '../../../../src/fhir/access/compartment.js';
import type { Group } from '../../../../src/fhir/definitions/definition.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { openFhir } from '../../../support/fhir/ask.js';
import { grantsOf } from '../../../support/fhir/grants.js';

const definitions = openDefinitions();

/** Own elements of a type that may lead to a patient, or to a record of one. */
function leading(type: string): readonly string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const isOfPatient = (target: string) =>
    ['Patient', 'Resource'].includes(target) || definitions.compartment(target).length > 0;
  const walk = (group: Group) => {
    if (seen.has(group.path) || group.type !== type) return;
    seen.add(group.path);
    for (const { name, type: kind, targets, group: below } of definitions.elements(group)) {
      if (kind === 'Reference' && (targets ?? ['Resource']).some(isOfPatient)) {
        found.push(`${group.path}.${name}`);
      }
      if (below !== undefined) walk(below);
    }
  };
  walk({ type, path: type });
  return found;
}

/** These define, describe or offer something: what they may name is a source, or an example. */
const ABOUT_NOBODY = [
  'ActivityDefinition',
  'EventDefinition',
  'EvidenceVariable',
  'Library',
  'Measure',
  'MedicationKnowledge',
  'MedicinalProduct',
  'PlanDefinition',
  'Questionnaire',
  'ResearchDefinition',
  'ResearchElementDefinition',
  'ResearchStudy',
  'Slot',
  'SubstanceReferenceInformation',
  'SubstanceSpecification',
];

describe('what a token of one patient may see outside of the compartment', () => {
  it('is decided for each type that may lead to a patient', () => {
    const undecided = definitions.served.filter(
      (type) =>
        definitions.compartment(type).length === 0 &&
        leading(type).length > 0 &&
        !OF_MANY.has(type) &&
        !OF_THE_NAMED.has(type) &&
        !OF_THE_CONTEXT.has(type) &&
        !ABOUT_NOBODY.includes(type),
    );
    // Its only element that may is searched by `patient`.
    expect(undecided).toEqual(['Device']);
    expect(leading('Device')).toEqual(['Device.patient']);
  });

  it('can be searched by the patient where this decides', () => {
    for (const type of OF_THE_NAMED) {
      expect(definitions.compartment(type)).toEqual([]);
      expect(definitions.parameter(type, 'patient')?.targets).toEqual(['Patient']);
    }
  });

  it('is no Task without a patient, however harmless it looks, and none of another', async () => {
    const { ask } = openFhir();
    const task = (id: string, more: object) =>
      ask('PUT', `Task/${id}`, {
        body: { resourceType: 'Task', id, status: 'requested', intent: 'order', ...more },
      });
    await task('hers', { for: { reference: 'Patient/anna' } });
    await task('his', { for: { reference: 'Patient/bela' } });
    await task('hidden', { focus: { reference: 'Patient/bela' } });
    const access = grantsOf('patient/*.cruds', 'anna');
    const found = await ask('GET', 'Task', { access });
    expect(found.body.entry?.map(({ resource }) => resource?.id)).toEqual(['hers']);
    for (const id of ['his', 'hidden']) {
      expect((await ask('GET', `Task/${id}`, { access })).status).toBe(404);
    }
  });

  it('is no header of a message', async () => {
    const { ask } = openFhir();
    const body = {
      resourceType: 'MessageHeader',
      id: 'one',
      eventUri: 'http://example.org/admitted',
      source: { endpoint: 'http://example.org/ward' },
      focus: [{ reference: 'Patient/bela' }],
    };
    expect((await ask('PUT', 'MessageHeader/one', { body })).status).toBe(201);
    const told = await ask('GET', 'MessageHeader/one', {
      access: grantsOf('patient/*.rs', 'anna'),
    });
    expect(told.status).toBe(403);
    expect(told.text).not.toContain('patient/MessageHeader');
  });
});
