import { jsonSchema, type Schema } from '../../core/schema.js';
import {
  acceptedInvitation,
  codeRequest,
  invitationRequest,
  invitationSchema,
  invitationToken,
  passwordRequest,
  proofRequest,
  recoveryCodes,
  secondFactorSecret,
  sessionSchema,
  signInLinkSchema,
  signInLinkToken,
  signInRequest,
  signInWays,
} from './schema.js';

interface DescribedEndpoint {
  readonly operationId: string;
  readonly path: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly summary: string;
  readonly needsSession: boolean;
  readonly request?: Schema;
  /** A body to try it with; what only the caller knows stands in capitals. */
  readonly example?: Readonly<Record<string, string>>;
  /** Absent for an answer without content. */
  readonly response?: Schema;
  /** The answer has the cookie of a new session. */
  readonly opensSession?: true;
  readonly problems: Readonly<Record<string, string>>;
}

const INVALID = { '400': '`validation_error`, `invalid_json` …' };
const PAUSED = {
  '429': '`rate_limited`: after failed attempts, or too many requests; see Retry-After',
};
const FOREIGN = { '403': '`cross_site_request`: from another site, or without `X-CSRF-Token`' };
const SIGNED_OUT = { '401': '`no_session`' };
const UNPROVEN = {
  '401': '`no_session`, `invalid_credentials`, `second_factor_required`',
};
const OF_PROVIDER = { '409': '`conflict`: the identity provider keeps it, or it is as wanted' };
const GONE = { '410': '`gone`: the link was used before or has expired' };

const ENDPOINTS: readonly DescribedEndpoint[] = [
  {
    operationId: 'signIn.ways',
    path: '/sign-in',
    method: 'get',
    summary: 'How people sign in',
    needsSession: false,
    response: signInWays,
    problems: {},
  },
  {
    operationId: 'session.create',
    path: '/session',
    method: 'post',
    summary: 'Sign in with a password',
    needsSession: false,
    request: signInRequest,
    example: { user_name: 'USER_NAME', password: 'PASSWORD' },
    response: sessionSchema,
    opensSession: true,
    problems: {
      ...INVALID,
      '401': '`invalid_credentials`, `second_factor_required`',
      ...FOREIGN,
      ...PAUSED,
    },
  },
  {
    operationId: 'session.read',
    path: '/session',
    method: 'get',
    summary: 'Who is signed in',
    needsSession: true,
    response: sessionSchema,
    problems: SIGNED_OUT,
  },
  {
    operationId: 'session.end',
    path: '/session',
    method: 'delete',
    summary: 'Sign out',
    needsSession: true,
    problems: { ...SIGNED_OUT, ...FOREIGN },
  },
  {
    operationId: 'session.end-all',
    path: '/sessions',
    method: 'delete',
    summary: 'Sign out everywhere',
    needsSession: true,
    problems: { ...SIGNED_OUT, ...FOREIGN },
  },
  {
    operationId: 'password.change',
    path: '/password',
    method: 'post',
    summary: 'Change the password; every other session ends',
    needsSession: true,
    request: passwordRequest,
    example: { old: 'PASSWORD', new: 'NEW_PASSWORD' },
    opensSession: true,
    problems: { ...INVALID, ...UNPROVEN, ...FOREIGN, ...OF_PROVIDER, ...PAUSED },
  },
  {
    operationId: 'second-factor.begin',
    path: '/second-factor',
    method: 'post',
    summary: 'Begin with a second factor (TOTP)',
    needsSession: true,
    response: secondFactorSecret,
    problems: { ...SIGNED_OUT, ...FOREIGN, ...OF_PROVIDER },
  },
  {
    operationId: 'second-factor.set',
    path: '/second-factor/confirm',
    method: 'post',
    summary: 'Confirm the second factor with a code; every other session ends',
    needsSession: true,
    request: codeRequest,
    example: { code: 'CODE' },
    response: recoveryCodes,
    opensSession: true,
    problems: { ...INVALID, ...SIGNED_OUT, ...FOREIGN, ...OF_PROVIDER },
  },
  {
    operationId: 'second-factor.remove',
    path: '/second-factor',
    method: 'delete',
    summary: 'Remove the second factor; every other session ends',
    needsSession: true,
    request: proofRequest,
    example: { password: 'PASSWORD', code: 'CODE' },
    opensSession: true,
    problems: { ...INVALID, ...UNPROVEN, ...FOREIGN, ...OF_PROVIDER, ...PAUSED },
  },
  {
    operationId: 'invitation.read',
    path: '/invitation/check',
    method: 'post',
    summary: 'What a one-time link is for',
    needsSession: false,
    request: invitationToken,
    example: { token: 'TOKEN' },
    response: invitationSchema,
    problems: { ...INVALID, ...FOREIGN, ...GONE },
  },
  {
    operationId: 'invitation.accept',
    path: '/invitation',
    method: 'post',
    summary: 'Choose a password with a one-time link',
    needsSession: false,
    request: invitationRequest,
    example: { token: 'TOKEN', password: 'NEW_PASSWORD' },
    response: acceptedInvitation,
    problems: { ...INVALID, ...FOREIGN, '409': '`conflict`: the user name is taken', ...GONE },
  },
  {
    operationId: 'signInLink.read',
    path: '/sign-in-link/check',
    method: 'post',
    summary: 'Whom a one-time link signs in',
    needsSession: false,
    request: signInLinkToken,
    example: { token: 'TOKEN' },
    response: signInLinkSchema,
    problems: { ...INVALID, ...FOREIGN, ...GONE },
  },
  {
    operationId: 'signInLink.use',
    path: '/sign-in-link',
    method: 'post',
    summary: 'Sign in with a one-time link: people of test data only',
    needsSession: false,
    request: signInLinkToken,
    example: { token: 'TOKEN' },
    response: sessionSchema,
    opensSession: true,
    problems: { ...INVALID, ...FOREIGN, ...GONE },
  },
];

const COMPRESSED = {
  '415': '`unsupported_encoding`: the body is compressed; Content-Encoding says how',
};

const json = (schema: unknown, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});
const COOKIE = {
  headers: {
    'Set-Cookie': { description: 'The cookie of the session', schema: { type: 'string' } },
  },
};

function describe({ request, response, problems, ...endpoint }: DescribedEndpoint) {
  const { operationId, summary, needsSession, example, opensSession } = endpoint;
  const all = request === undefined ? problems : { ...problems, ...COMPRESSED };
  const faults = Object.entries(all).map(([status, description]) => [
    status,
    { description, ...json({ $ref: '#/components/schemas/Error' }) },
  ]);
  const cookie = opensSession && COOKIE;
  const good =
    response === undefined
      ? { '204': { description: 'Done', ...cookie } }
      : {
          '200': {
            description: 'The answer',
            ...cookie,
            ...json(jsonSchema(response, 'output')),
          },
        };
  return {
    operationId,
    summary,
    security: needsSession ? [{ session: [] }] : [],
    ...(request && {
      requestBody: { required: true, ...json(jsonSchema(request, 'input'), example) },
    }),
    responses: { ...good, ...Object.fromEntries(faults) },
  };
}

/** The part of the OpenAPI document about sessions and accounts of people. */
export function consolePaths(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of ENDPOINTS) {
    const path = `/console/api${endpoint.path}`;
    const described = { [endpoint.method]: describe(endpoint) };
    paths[path] = { servers: [{ url: '/' }], ...paths[path], ...described };
  }
  return paths;
}
