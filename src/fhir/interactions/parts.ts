import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import type { AuditView } from '../../store/audit-view.js';
import type { FhirStore } from '../../store/fhir/fhir-store.js';
import type { IndexRows } from '../../store/fhir/rows.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { AccessOf } from '../access/rules.js';
import type { OwnCodeSystem } from '../code-systems/code-system.js';
import type { Definitions } from '../definitions/definition.js';
import type { Exports } from '../export/exports.js';
import type { Imports } from '../import/import-run.js';
import type { FhirIssue } from '../outcome.js';
import type { Resource } from '../resource.js';
import type { Validator } from '../validation/validator.js';
import type { Fault } from './fault.js';
import type { AnswerRead, CheckAhead, Match, Prepare } from './plan.js';
import type { ResourceOffload } from './resource-offload.js';

/** The dependencies of the interactions. */
export interface FhirParts {
  readonly definitions: Definitions;
  readonly validator: Validator;
  readonly index: (resource: Resource) => IndexRows;
  readonly store: FhirStore;
  readonly commit: Commit<AuditEvent>;
  readonly auditView: AuditView;
  readonly codeSystems: readonly OwnCodeSystem[];
  readonly prepare: Prepare;
  readonly checkAhead: CheckAhead;
  readonly offload: ResourceOffload;
  readonly answer: AnswerRead;
  readonly accessOf: AccessOf;
  readonly match: Match;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Of dates that name none. */
  readonly timeZone: string;
  /** Of a batch or transaction. */
  readonly bundleEntries: number;
  /** Absent where none are offered. */
  readonly exports?: Exports;
  /** Absent where none are offered. */
  readonly imports?: Imports;
  /** `GET metadata`. */
  readonly statement: (exchange: Exchange) => Answer;
  readonly sha256: (text: string) => string;
  readonly faultOf: (thrown: unknown) => Fault;
  /** Issues that the answer to a search includes besides its own warnings. */
  readonly notes?: readonly FhirIssue[];
}
