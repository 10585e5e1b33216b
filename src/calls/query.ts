/** The parameters of a request, in their order. */
export type Query = readonly (readonly [name: string, value: string])[];
