import dimse from 'dcmjs-dimse';
import {
  IMPLEMENTATION_CLASS_UID,
  IMPLEMENTATION_VERSION_NAME,
} from '../core/dicom-implementation.js';

// The library writes names of peers and of objects to its log.
dimse.log.disableAll();
dimse.Implementation.setImplementationClassUid(IMPLEMENTATION_CLASS_UID);
dimse.Implementation.setImplementationVersion(IMPLEMENTATION_VERSION_NAME);

/** Maximum PDU that we take: large enough that a film needs few of them. */
export const MAX_PDU_BYTES = 262_144;

export { dimse };
