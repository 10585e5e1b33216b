import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DOCS_POLICY, docsPage } from '../../../src/http/docs-page.js';

const described = {
  info: { title: 'Box <1>', version: '1.2.3', description: 'Runs `here`.' },
  paths: {
    '/thing': {
      servers: [{ url: '/' }],
      post: {
        summary: 'Make a <thing>',
        description: 'Scope: `thing`.',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'integer', minimum: 0, maximum: 130 },
                  parts: {
                    type: 'array',
                    items: { type: 'object', properties: { kind: { enum: ['a', 'b'] } } },
                  },
                },
              },
            },
          },
        },
        responses: { '200': { description: 'The answer' }, '400': { description: 'Not good' } },
      },
    },
  },
};

describe('docsPage', () => {
  const page = docsPage(described);

  it('shows every operation with its fields, nested ones under their path', () => {
    expect(page).toContain('<code>POST /thing</code>');
    expect(page).toContain('<code>size</code></td><td>integer 0..130</td><td>required');
    expect(page).toContain('<code>parts[].kind</code>');
    expect(page).toContain('<tr><td>400</td><td>Not good</td></tr>');
  });

  it('escapes what it is given', () => {
    expect(page).not.toContain('<thing>');
    expect(page).not.toContain('<1>');
  });

  it('needs nothing but its own style, which the policy allows by its hash', () => {
    expect(page).not.toMatch(/<script|<link|src=|@import|url\(/);
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
    expect(DOCS_POLICY).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
  });
});
