/**
 * Invariants txt-1 and txt-2: a narrative is well-formed XHTML of basic formatting only, and is not
 * empty. Browsers will show it, so active content is refused.
 *
 * Sources: http://hl7.org/fhir/R4/narrative.html (chapters 7-11 and 15 of HTML 4.0, links, images,
 * no scripts, forms, frames, objects or event attributes).
 */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area b bdo big blockquote br caption cite code col colgroup dd dfn ' +
    'div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li map ol p pre q samp small span strong sub ' +
    'sup table tbody td tfoot th thead tr tt ul var'
  ).split(' '),
);

const ANYWHERE: ReadonlySet<string> = new Set(
  (
    'abbr accesskey align axis char charoff class colspan dir headers id lang rowspan scope span ' +
    'style tabindex title valign width xml:id xml:lang xml:space'
  ).split(' '),
);

const SOMEWHERE: Readonly<Record<string, readonly string[]>> = {
  a: ['charset', 'coords', 'href', 'hreflang', 'name', 'rel', 'rev', 'shape', 'type'],
  area: ['alt', 'coords', 'href', 'nohref', 'shape'],
  blockquote: ['cite'],
  img: ['alt', 'border', 'height', 'ismap', 'longdesc', 'src', 'usemap', 'width'],
  map: ['name'],
  pre: ['space'],
  q: ['cite'],
  table: ['border', 'cellpadding', 'cellspacing', 'frame', 'rules', 'summary', 'width'],
  td: ['nowrap'],
  th: ['nowrap'],
};

const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'cite', 'longdesc', 'usemap']);
const XHTML = 'http://www.w3.org/1999/xhtml';

const NOT_WELL_FORMED = 'txt-1: the narrative is not well-formed XHTML.';
const NO_ROOT = `txt-1: the narrative must be one div element with xmlns="${XHTML}".`;
const NOTHING = 'txt-2: the narrative says nothing.';

const ENTITY = /&(?!#\d+;|#x[0-9a-fA-F]+;|[A-Za-z][A-Za-z0-9]*;)/;
const SPACES = /^(?:\s|&nbsp;|&#160;|&#xa0;)*$/i;

/** The position of the scanner. */
interface Scan {
  readonly text: string;
  at: number;
  readonly open: string[];
  hasContent: boolean;
}

/** @returns the first fault of a narrative's div, or nothing */
export function narrativeFault(div: string): string | undefined {
  const text = div.trim();
  const scan: Scan = { text, at: 0, open: [], hasContent: false };
  do {
    const fault = text[scan.at] === '<' ? mark(scan) : words(scan);
    if (fault !== undefined) return fault;
  } while (scan.open.length > 0);
  if (scan.at !== text.length) return NO_ROOT;
  return scan.hasContent ? undefined : NOTHING;
}

function words(scan: Scan): string | undefined {
  if (scan.open.length === 0) return NO_ROOT;
  const end = scan.text.indexOf('<', scan.at);
  if (end === -1) return NOT_WELL_FORMED;
  const words = scan.text.slice(scan.at, end);
  if (ENTITY.test(words) || words.includes(']]>')) return NOT_WELL_FORMED;
  if (!SPACES.test(words)) scan.hasContent = true;
  scan.at = end;
  return undefined;
}

function mark(scan: Scan): string | undefined {
  const { text, at } = scan;
  if (text.startsWith('<!--', at)) return comment(scan);
  if (text.startsWith('</', at)) return close(scan);
  if (text.startsWith('<!', at) || text.startsWith('<?', at)) {
    return 'txt-1: the narrative must not hold declarations or processing instructions.';
  }
  return begin(scan);
}

function comment(scan: Scan): string | undefined {
  if (scan.open.length === 0) return NO_ROOT;
  const end = scan.text.indexOf('--', scan.at + 4);
  if (end === -1 || scan.text[end + 2] !== '>') return NOT_WELL_FORMED;
  scan.at = end + 3;
  return undefined;
}

function close(scan: Scan): string | undefined {
  const tag = /<\/([^\s>]+)\s*>/y;
  tag.lastIndex = scan.at;
  const name = tag.exec(scan.text)?.[1];
  if (name === undefined || scan.open.pop() !== name) return NOT_WELL_FORMED;
  scan.at = tag.lastIndex;
  return undefined;
}

function begin(scan: Scan): string | undefined {
  const tag = /<([A-Za-z_][\w:.-]*)/y;
  tag.lastIndex = scan.at;
  const name = tag.exec(scan.text)?.[1];
  if (name === undefined) return NOT_WELL_FORMED;
  const root = scan.open.length === 0;
  if (root && name !== 'div') return NO_ROOT;
  if (!ELEMENTS.has(name)) return 'txt-1: the narrative holds an element that is not allowed.';
  scan.at = tag.lastIndex;
  const attributes = new Map<string, string>();
  const fault = readAttributes(scan, name, attributes);
  if (fault !== undefined) return fault;
  if (root && attributes.get('xmlns') !== XHTML) return NO_ROOT;
  return finish(scan, name);
}

function finish(scan: Scan, name: string): string | undefined {
  const end = /\s*(\/?)>/y;
  end.lastIndex = scan.at;
  const match = end.exec(scan.text);
  if (match === null) return NOT_WELL_FORMED;
  scan.at = end.lastIndex;
  if (name === 'img') scan.hasContent = true;
  if (match[1] === '') scan.open.push(name);
  return undefined;
}

function readAttributes(
  scan: Scan,
  element: string,
  attributes: Map<string, string>,
): string | undefined {
  const attribute = /\s+([A-Za-z_:][\w:.-]*)\s*=\s*("[^"<]*"|'[^'<]*')/y;
  attribute.lastIndex = scan.at;
  for (let match = attribute.exec(scan.text); match !== null; ) {
    const [, name = '', quoted = ''] = match;
    const value = quoted.slice(1, -1);
    if (attributes.has(name) || ENTITY.test(value)) return NOT_WELL_FORMED;
    if (!isAllowed(element, name)) {
      return 'txt-1: the narrative holds an attribute that is not allowed.';
    }
    if (ADDRESSES.has(name) && acts(value, element)) {
      return 'txt-1: the narrative holds an address that acts or brings its own content.';
    }
    attributes.set(name, value);
    scan.at = attribute.lastIndex;
    match = attribute.exec(scan.text);
  }
  return undefined;
}

const isAllowed = (element: string, attribute: string): boolean =>
  ANYWHERE.has(attribute) ||
  attribute === 'xmlns' ||
  attribute.startsWith('xmlns:') ||
  SOMEWHERE[element]?.includes(attribute) === true;

/**
 * Whether a browser would execute an address. Like browsers, this skips white space and control
 * characters and resolves character references; addresses with a named one before the colon are
 * refused.
 */
function acts(address: string, element: string): boolean {
  const plain = address
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a browser skips
    .replace(/[\u0000-\u0020]+/g, '')
    .toLowerCase();
  if (/^[^/?#]*&(?!amp;)/.test(plain)) return true;
  const scheme = /^([a-z][a-z0-9+.-]*):/.exec(plain)?.[1];
  if (scheme === 'data') return element !== 'img' || !/^data:image\/(?!svg)/.test(plain);
  return scheme === 'javascript' || scheme === 'vbscript';
}

const characterOf = (point: number): string =>
  point <= 0x10ffff ? String.fromCodePoint(point) : '';
