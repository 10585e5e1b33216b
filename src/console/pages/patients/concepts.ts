import type { CodeableConcept, Coding, Meta } from 'fhir/r4';

/** The text of a concept: its own, the display of a coding, or the bare code; '' for none. */
export function conceptText(concept: CodeableConcept | undefined): string {
  const codings = concept?.coding ?? [];
  const display = codings.find((coding) => coding.display !== undefined)?.display;
  return concept?.text ?? display ?? codings.find(({ code }) => code !== undefined)?.code ?? '';
}

/** The first code of a concept: that of a status, whose codings all mean the same. */
export const codeOf = (concept: CodeableConcept | undefined): string =>
  concept?.coding?.find(({ code }) => code !== undefined)?.code ?? '';

/** The coding by which a quantity is found: LOINC where there is one. */
export function mainCoding(concept: CodeableConcept | undefined): Coding | undefined {
  const codings = (concept?.coding ?? []).filter(({ code }) => code !== undefined);
  return codings.find(({ system }) => system === 'http://loinc.org') ?? codings[0];
}

/** The security label of what software asserted and nobody confirmed. */
export const AI_ASSERTED = 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue|AIAST';

export function isAiAsserted({ meta }: { readonly meta?: Meta | undefined }): boolean {
  return (meta?.security ?? []).some(({ system, code }) => `${system}|${code}` === AI_ASSERTED);
}
