import type { OperationOutcome } from '../../core/operation-outcome.js';
import { operationOutcome } from '../../core/operation-outcome.js';
import type { ResourceName } from '../../store/fhir/store.js';
import type { FhirIssue } from '../outcome.js';
import type { BundleLink } from './links.js';

/** A resource in a list; `body` is its text. */
export interface SearchEntry extends ResourceName {
  readonly body: string;
  readonly mode: 'match' | 'include';
}

export interface SearchPage {
  readonly base: string;
  readonly links: readonly BundleLink[];
  readonly total?: number;
  readonly listed: readonly SearchEntry[];
  /** Warnings about the interpretation of a search. */
  readonly warnings: readonly FhirIssue[];
}

function outcomeOf(warnings: readonly FhirIssue[]): OperationOutcome {
  const issues = warnings.map(({ severity, code, diagnostics, expression }) => ({
    severity,
    code,
    diagnostics,
    ...(expression !== undefined && { expression: [expression] }),
  }));
  return operationOutcome(issues);
}

/** The bundle that answers a search. Texts of resources are inserted unchanged. */
export function searchset({ base, links, total, listed, warnings }: SearchPage): string {
  const entries = listed.map(({ type, id, body, mode }) => {
    const url = JSON.stringify(`${base}/${type}/${id}`);
    return `{"fullUrl":${url},"resource":${body},"search":{"mode":"${mode}"}}`;
  });
  if (warnings.length > 0) {
    const outcome = JSON.stringify(outcomeOf(warnings));
    entries.push(`{"resource":${outcome},"search":{"mode":"outcome"}}`);
  }
  const count = total === undefined ? '' : `"total":${total},`;
  const list = entries.length === 0 ? '' : `,"entry":[${entries.join(',')}]`;
  const link = JSON.stringify(links);
  return `{"resourceType":"Bundle","type":"searchset",${count}"link":${link}${list}}`;
}
