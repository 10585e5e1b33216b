/** Search parameters of the appliance's own code systems, as listed in the CapabilityStatement. */
export const CODE_SYSTEM_PARAMETERS = [
  {
    name: '_id',
    definition: 'http://hl7.org/fhir/SearchParameter/Resource-id',
    type: 'token',
    documentation: 'Several after commas.',
  },
  {
    name: 'url',
    definition: 'http://hl7.org/fhir/SearchParameter/conformance-url',
    type: 'uri',
    documentation: 'Several after commas.',
  },
  {
    name: 'version',
    definition: 'http://hl7.org/fhir/SearchParameter/conformance-version',
    type: 'token',
    documentation: 'Several after commas.',
  },
  {
    name: 'status',
    definition: 'http://hl7.org/fhir/SearchParameter/conformance-status',
    type: 'token',
    documentation: 'Several after commas.',
  },
] as const;
