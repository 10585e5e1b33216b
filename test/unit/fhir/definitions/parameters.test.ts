import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';

const definitions = openDefinitions();

describe('search parameters', () => {
  const all = definitions.served.flatMap((type) => definitions.parameters(type));

  it('are those of the type and of every resource, each with a way to its values', () => {
    const own = definitions.parameters('Medication').map(({ code }) => code);
    expect(own.sort()).toEqual([
      '_id',
      '_lastUpdated',
      '_profile',
      '_security',
      '_source',
      '_tag',
      'code',
      'expiration-date',
      'form',
      'identifier',
      'ingredient',
      'ingredient-code',
      'lot-number',
      'manufacturer',
      'status',
    ]);
    expect(definitions.parameters('Medication')).toBe(definitions.parameters('Medication'));
    expect(all.filter(({ paths }) => paths.length === 0)).toEqual([]);
    expect(all.length).toBeGreaterThan(800);
  });

  it('are only what can be searched', () => {
    expect(definitions.parameter('Location', 'near')).toBe(undefined);
    expect(definitions.parameter('Patient', '_text')).toBe(undefined);
    expect(definitions.parameter('Patient', 'constructor')).toBe(undefined);
    expect(definitions.parameters('OperationOutcome')).toEqual([]);
    expect(definitions.parameters('Nothing')).toEqual([]);
    const kinds = [...new Set(all.map(({ type }) => type))].sort();
    expect(kinds).toEqual([
      'composite',
      'date',
      'number',
      'quantity',
      'reference',
      'string',
      'token',
      'uri',
    ]);
  });

  it('of all types together differ by the type they are used with', () => {
    expect(definitions.parameter('Observation', 'patient')).toEqual({
      code: 'patient',
      type: 'reference',
      base: 'Observation',
      url: 'http://hl7.org/fhir/SearchParameter/clinical-patient',
      expression: 'Observation.subject.where(resolve() is Patient)',
      paths: [
        {
          steps: [{ property: 'subject' }, { refersTo: 'Patient' }],
          type: 'Reference',
          targets: ['Patient'],
        },
      ],
      targets: ['Patient'],
    });
    expect(definitions.parameter('Immunization', 'patient')?.expression).toBe(
      'Immunization.patient',
    );
    expect(definitions.parameter('Patient', '_id')?.paths).toEqual([
      { steps: [{ property: 'id' }], type: 'id' },
    ]);
  });

  it('state the target types of their references', () => {
    expect(definitions.parameter('Observation', 'subject')?.targets).toEqual([
      'Device',
      'Group',
      'Location',
      'Patient',
    ]);
    expect(definitions.parameter('Observation', 'focus')?.targets).toEqual([]);
    expect(definitions.parameter('Observation', 'code')?.targets).toEqual([]);
    const targets = all.flatMap((parameter) => parameter.targets);
    expect(targets.filter((type) => !definitions.resourceTypes.has(type))).toEqual([]);
  });

  it('of composites know their parts and the way from each root', () => {
    const composites = all.filter(({ type }) => type === 'composite');
    for (const { components = [] } of composites) {
      expect([2, 3]).toContain(components.length);
      expect(components.filter(({ paths }) => paths.length === 0)).toEqual([]);
    }
    const [code, value] = definitions.parameter('Observation', 'combo-code-value-quantity')!
      .components!;
    expect(code?.parameter).toEqual(definitions.parameter('Observation', 'combo-code'));
    expect(code?.paths).toEqual([{ steps: [{ property: 'code' }], type: 'CodeableConcept' }]);
    expect(value?.paths).toEqual([{ steps: [{ property: 'valueQuantity' }], type: 'Quantity' }]);
  });

  it('of composites leave out those whose parts belong to different elements', () => {
    const of = (code: string) => definitions.parameter('MolecularSequence', code)?.components;
    expect(of('chromosome-window-coordinate')).toHaveLength(3);
    expect(of('chromosome-variant-coordinate')).toBe(undefined);
    expect(of('referenceseqid-variant-coordinate')).toBe(undefined);
  });

  it('of a related document read the code as a token and the target as a reference', () => {
    const { components = [] } = definitions.parameter('DocumentReference', 'relationship')!;
    expect(components.map(({ parameter, paths }) => [parameter.type, paths[0]?.type])).toEqual([
      ['token', 'code'],
      ['reference', 'Reference'],
    ]);
  });
});
