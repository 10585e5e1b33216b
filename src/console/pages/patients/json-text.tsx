import { text } from '../../text/en.js';
import { ScrollRegion } from './scroll-region.js';

/** A request or resource as it is sent. */
export function JsonText({ value }: { readonly value: object }) {
  return (
    <ScrollRegion class="document-text" label={text.patients.asJson}>
      <code>{JSON.stringify(value, undefined, 2)}</code>
    </ScrollRegion>
  );
}
