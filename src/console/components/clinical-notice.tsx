import { Info } from 'lucide-preact';
import './clinical-notice.css';

/**
 * One line above every clinical answer: what it is and is not, with the model or rule version it
 * comes from. It stands in the page and never covers the work.
 */
export function ClinicalNotice({ children }: { readonly children: string }) {
  return (
    <p class="clinical-notice" role="note">
      <Info size={18} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
