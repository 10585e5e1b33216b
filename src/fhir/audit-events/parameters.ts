/** Search parameters of the appliance's own records, as listed in the CapabilityStatement. */
export const AUDIT_EVENT_PARAMETERS = [
  {
    name: '_id',
    definition: 'http://hl7.org/fhir/SearchParameter/Resource-id',
    type: 'token',
    documentation: 'Several after commas.',
  },
  {
    name: 'date',
    definition: 'http://hl7.org/fhir/SearchParameter/AuditEvent-date',
    type: 'date',
    documentation: 'All prefixes.',
  },
  {
    name: 'entity',
    definition: 'http://hl7.org/fhir/SearchParameter/AuditEvent-entity',
    type: 'reference',
    documentation: 'The resource that was read or written, in any version.',
  },
  {
    name: 'patient',
    definition: 'http://hl7.org/fhir/SearchParameter/AuditEvent-patient',
    type: 'reference',
    documentation:
      'Records about the Patient resource and of answers that name it as their subject.',
  },
  {
    name: 'agent',
    definition: 'http://hl7.org/fhir/SearchParameter/AuditEvent-agent',
    type: 'reference',
    documentation: 'The id of an API key, a client or a person, with or without :identifier.',
  },
  {
    name: 'outcome',
    definition: 'http://hl7.org/fhir/SearchParameter/AuditEvent-outcome',
    type: 'token',
    documentation: '0 success, 4 refused, 8 failed.',
  },
] as const;

/** The system of `AuditEvent.outcome`: http://hl7.org/fhir/R4/valueset-audit-event-outcome.html. */
export const OUTCOME_SYSTEM = 'http://hl7.org/fhir/audit-event-outcome';

/** Outcomes in records and their codes in FHIR. */
export const OUTCOMES = { success: '0', refused: '4', failed: '8' } as const;
