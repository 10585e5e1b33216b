import { text } from '../text/en.js';
import './loading.css';

/** Says that something is under way; shown only after a moment, so that quick answers do not flash. */
export function Loading({ what = text.common.loading }: { readonly what?: string }) {
  return (
    <p class="loading" role="status">
      <span class="loading-mark" aria-hidden="true" />
      {what}
    </p>
  );
}
