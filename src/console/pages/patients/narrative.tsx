import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../text/en.js';
import { ScrollRegion } from './scroll-region.js';

/** What FHIR allows in a narrative and is only text: no links, pictures, styles or names to refer to. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...['div', 'p', 'br', 'hr', 'span', 'b', 'i', 'em', 'strong', 'small', 'sub', 'sup', 'u'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'pre', 'code'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'blockquote', 'q', 'cite'],
  ],
  ALLOWED_ATTR: ['colspan', 'rowspan', 'dir', 'lang'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

/**
 * Gives attributes that act or style other names. The sanitizer drops them anyway, but only after the browser has
 * parsed them, which its policy would report. Text between tags stays as it is.
 */
const withoutActions = (markup: string): string =>
  markup.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag.replace(/([\s/"'])(?:on[a-z]+|style)\s*=/gi, '$1data-dropped='),
  );

/** Text with markup that came with a resource, without anything that could act. */
export function Narrative({ markup }: { readonly markup: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const clean = DOMPurify.sanitize(withoutActions(markup), ALLOWED);
    box.current?.replaceChildren(clean);
  }, [markup]);
  return (
    <>
      <ScrollRegion class="narrative" label={text.patients.openDocument}>
        <div ref={box} dir="auto" />
      </ScrollRegion>
      <p class="plot-key">{text.patients.narrativeNote}</p>
    </>
  );
}
