import type { ArrivedImage } from '../../../src/operations/pacs/worklist/item.js';
import { type Route, routeSchema } from '../../../src/operations/pacs/worklist/route-schema.js';

/** A route as the configuration has it, with its defaults. */
export const route = (given: object): Route =>
  routeSchema.parse({ name: 'one', image_type: 'chest_xray', ...given });

interface ImageOptions {
  readonly mode?: 'test' | 'live';
  readonly series?: string;
  readonly instance?: string;
  readonly from?: string;
  /** Of the series, as in a header. */
  readonly header?: ArrivedImage['header']['series'];
  readonly sopClassUid?: string;
}

const CT = '1.2.840.10008.5.1.4.1.1.2';

/** An image of a study, as a node sends it. */
export const arrived = ({
  mode = 'test',
  series = '2.25.2',
  instance = '2.25.3',
  from = 'CT1',
  header = { modality: 'CT' },
  sopClassUid = CT,
}: ImageOptions = {}): ArrivedImage & { readonly sopClassUid: string } => ({
  mode,
  studyUid: '2.25.1',
  seriesUid: series,
  instanceUid: instance,
  callingAeTitle: from,
  header: { patient: {}, study: {}, series: header },
  sopClassUid,
});
