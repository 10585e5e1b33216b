import type { Mode, PictureReading } from '../analyze/evidence/pictures.js';
import type { AnalyzeRequest } from '../analyze/schema.js';
import type { WrittenAnalysis } from '../analyze/written.js';
import type { BundleToRead, SummedBundle } from '../fhir/bundle/read-elsewhere.js';
import type {
  ResourceFindings,
  ResourceToCheck,
  ResourceToPatch,
  ResourceToValidate,
} from '../fhir/interactions/resource-check.js';
import type { FhirIssue } from '../fhir/outcome.js';
import type { MedicationsRequest, MedicationsResult } from '../medications/schema.js';
import type { RiskRequest, RiskResult } from '../risk/schema.js';
import type { EntitiesRequest, EntitiesResult } from '../transcribe/schema.js';

/** A request with what the thread cannot fetch itself. */
export interface AnalyzeQuestion {
  readonly request: AnalyzeRequest;
  readonly mode: Mode;
  /** ms since 1970, by the clock of the appliance. */
  readonly now: number;
  /** Earlier analyses of images, by the ids of the request; none where none of that id is kept. */
  readonly pictures: ReadonlyMap<string, PictureReading | undefined>;
}

interface Dated<Request> {
  readonly request: Request;
  /** ms since 1970, by the clock of the appliance. */
  readonly now: number;
}

/** What threads do: each kind of work with what is asked and what is answered, as plain data. */
export interface Work {
  readonly analyze: { readonly question: AnalyzeQuestion; readonly answer: WrittenAnalysis };
  readonly risk: { readonly question: Dated<RiskRequest>; readonly answer: RiskResult };
  readonly medications: {
    readonly question: Dated<MedicationsRequest>;
    readonly answer: MedicationsResult;
  };
  readonly entities: {
    readonly question: Dated<EntitiesRequest>;
    readonly answer: EntitiesResult;
  };
  readonly resource: { readonly question: ResourceToCheck; readonly answer: ResourceFindings };
  readonly bundle: { readonly question: BundleToRead; readonly answer: SummedBundle };
  readonly patch: { readonly question: ResourceToPatch; readonly answer: ResourceFindings };
  readonly validation: {
    readonly question: ResourceToValidate;
    readonly answer: readonly FhirIssue[];
  };
}

export type WorkKind = keyof Work;
export type QuestionOf<Kind extends WorkKind> = Work[Kind]['question'];
export type AnswerOf<Kind extends WorkKind> = Work[Kind]['answer'];

/** How each kind of work is done. */
export type Performers = {
  readonly [Kind in WorkKind]: (
    question: QuestionOf<Kind>,
    signal: AbortSignal,
  ) => AnswerOf<Kind> | Promise<AnswerOf<Kind>>;
};
