const text = { type: 'string' };
const json = (description: string, properties: Readonly<Record<string, unknown>>) => ({
  description,
  content: { 'application/json': { schema: { type: 'object', properties } } },
});

const FAULT = json('The error of OAuth (RFC 6749, 5.2)', { error: text, error_description: text });
const FORM = {
  type: 'object',
  required: ['grant_type', 'scope', 'client_assertion_type', 'client_assertion'],
  properties: {
    grant_type: { const: 'client_credentials' },
    scope: { ...text, description: 'Such as `system/Patient.rs system/Observation.rs`' },
    client_assertion_type: {
      const: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    },
    client_assertion: { ...text, description: 'A JWT signed by the client (RFC 7523)' },
    client_id: text,
  },
};

/** The endpoints of SMART on FHIR for the OpenAPI document. */
export const SMART_PATHS = {
  '/fhir/.well-known/smart-configuration': {
    get: {
      operationId: 'smart.configuration',
      summary: 'What SMART clients read first',
      description: 'https://hl7.org/fhir/smart-app-launch/STU2.2/conformance.html',
      security: [],
      responses: {
        '200': json('Where tokens are to be had, and by which methods', {
          token_endpoint: text,
          capabilities: { type: 'array', items: text },
        }),
      },
    },
  },
  '/fhir/token': {
    post: {
      operationId: 'smart.token',
      summary: 'A token for a configured client',
      description: 'https://hl7.org/fhir/smart-app-launch/STU2.2/backend-services.html',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: FORM } },
      },
      responses: {
        '200': json('The token', {
          access_token: text,
          token_type: { const: 'bearer' },
          expires_in: { type: 'integer' },
          scope: text,
        }),
        '400': FAULT,
        '401': FAULT,
        '413': FAULT,
        '415': FAULT,
        '429': FAULT,
        '503': FAULT,
      },
    },
  },
};
