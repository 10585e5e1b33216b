import { describe, expect, it } from 'vitest';
import { resolveReferences } from '../../../src/console/docs/resolve.js';

describe('a part of the document', () => {
  const document = {
    paths: {
      '/a/{b}': { get: { answer: { $ref: '#/components/schemas/Answer', description: 'own' } } },
    },
    components: {
      schemas: {
        Answer: { type: 'object', properties: { unit: { $ref: '#/components/schemas/a~1b%20c' } } },
        'a/b c': { type: 'number' },
        Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } },
        Lost: { $ref: '#/components/schemas/Nowhere' },
        Foreign: [{ $ref: 'https://example.org/schema.json' }],
      },
    },
  };

  it('has what its references name in their place', () => {
    expect(resolveReferences(document, ['paths', '/a/{b}', 'get'])).toEqual({
      answer: {
        type: 'object',
        properties: { unit: { type: 'number' } },
        description: 'own',
      },
    });
  });

  it('keeps references that lead into themselves, nowhere, or elsewhere', () => {
    const { schemas } = document.components;
    const resolve = (name: string) => resolveReferences(document, ['components', 'schemas', name]);
    expect(resolve('Tree')).toEqual({
      type: 'object',
      properties: {
        child: { type: 'object', properties: { child: schemas.Tree.properties.child } },
      },
    });
    expect(resolve('Lost')).toEqual(schemas.Lost);
    expect(resolve('Foreign')).toEqual(schemas.Foreign);
    expect(resolve('Missing')).toBeUndefined();
  });
});
