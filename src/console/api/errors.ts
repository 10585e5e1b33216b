/** A refusal or failure of the appliance, or of the way to it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when the appliance was not reached. */
  readonly status: number;
  readonly code: string;
  /** The field of the request that is wrong: `patient.age`. */
  readonly field: string | undefined;
  readonly issues: readonly Issue[];
  readonly requestId: string | undefined;
  /** Seconds after which the request may be sent again. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: ErrorFacts) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.field = facts.field;
    this.issues = facts.issues ?? [];
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
  }
}

export interface Issue {
  readonly field: string;
  readonly issue: string;
}

export interface ErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly field?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
}

interface Envelope {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: { readonly field?: string; readonly issues?: readonly Issue[] };
    readonly request_id?: string;
  };
}

interface OperationOutcome {
  readonly resourceType: 'OperationOutcome';
  readonly issue?: ReadonlyArray<{
    readonly code?: string;
    readonly diagnostics?: string;
    readonly details?: { readonly text?: string };
    readonly expression?: readonly string[];
  }>;
}

const isOutcome = (body: unknown): body is OperationOutcome =>
  (body as Partial<OperationOutcome> | null)?.resourceType === 'OperationOutcome';

/** Reads a whole number of seconds; a date is not used by the appliance. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

function contentOf(body: unknown): { message?: string; facts: Partial<ErrorFacts> } {
  if (isOutcome(body)) {
    const [first] = body.issue ?? [];
    const message = first?.diagnostics ?? first?.details?.text;
    const facts = { code: first?.code ?? 'fhir', field: first?.expression?.[0] };
    return message === undefined ? { facts } : { message, facts };
  }
  const { error } = (body ?? {}) as Envelope;
  if (error === undefined) return { facts: {} };
  const { message, code, details, request_id: requestId } = error;
  const { field, issues } = details ?? {};
  const facts = { ...(code !== undefined && { code }), field, issues, requestId };
  return message === undefined ? { facts } : { message, facts };
}

/** The error that an answer of status 400 or more stands for. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { message, facts } = contentOf(body);
  return new ApiError(message ?? `${response.status} ${response.statusText}`, {
    status: response.status,
    code: 'unexpected_answer',
    retryAfter: secondsOf(response.headers.get('retry-after')),
    ...facts,
    requestId: facts.requestId ?? response.headers.get('x-request-id') ?? undefined,
  });
}
