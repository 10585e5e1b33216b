/**
 * Of this program, in what it sends and writes (PS3.7 section D.3.3.2, PS3.10 section 7.1). UIDs below
 * 2.25 are made of a UUID and need no registration (PS3.5 section B.2).
 */
export const IMPLEMENTATION_CLASS_UID = '2.25.318437012945071623908862049532174361027';
export const IMPLEMENTATION_VERSION_NAME = 'WARDBOX';
