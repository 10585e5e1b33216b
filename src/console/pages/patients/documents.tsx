import type { Attachment, DiagnosticReport, DocumentReference, FhirResource } from 'fhir/r4';
import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { usePage } from '../../state/page.js';
import { useAction, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { isAiAsserted } from './concepts.js';
import { type FhirSearch, type SearchPage, search, searchFor } from './fhir-search.js';
import { formatTime } from './fhir-time.js';
import { Narrative } from './narrative.js';
import { Part } from './part.js';
import { ScrollRegion } from './scroll-region.js';
import { TIMES } from './style-of-times.js';
import { entryOf } from './time-line.js';

type Document = DocumentReference | DiagnosticReport;

/** What the list needs; the content is read when a document is opened. */
const ELEMENTS = {
  DocumentReference: 'status,docStatus,type,category,description,date,context',
  DiagnosticReport: 'status,code,conclusion,effective,issued',
} as const;
const PAGE = 5;

/** Base64 as UTF-8; undefined for what is no text. */
function decodedText(data: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.codePointAt(0) ?? 0);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function AttachmentView({ attachment }: { readonly attachment: Attachment }) {
  const { data, contentType = '' } = attachment;
  if (data === undefined) return <p>{text.patients.storedElsewhere(contentType)}</p>;
  const content = decodedText(data);
  if (content !== undefined && /^(?:text\/html|application\/xhtml)/.test(contentType)) {
    return <Narrative markup={content} />;
  }
  if (content !== undefined && contentType.startsWith('text/')) {
    return (
      <ScrollRegion class="document-text" label={text.patients.openDocument}>
        <bdi>{content}</bdi>
      </ScrollRegion>
    );
  }
  return <p>{text.patients.notShown(contentType || text.common.unknown)}</p>;
}

const attachmentsOf = (document: Document): readonly Attachment[] =>
  document.resourceType === 'DocumentReference'
    ? document.content.map(({ attachment }) => attachment)
    : (document.presentedForm ?? []);

function DocumentText({ name }: { readonly name: string }) {
  const { world } = usePage();
  const { state, reload } = useLoad(
    (signal) => request<Document>('GET', `/v1/fhir/${name}`, { world, signal }),
    [world, name],
  );
  if (state.kind === 'failed') return <Failure error={state.error} retry={reload} />;
  if (state.kind !== 'ready') return <Loading />;
  const { value } = state;
  const attachments = attachmentsOf(value);
  const conclusion = value.resourceType === 'DiagnosticReport' ? value.conclusion : undefined;
  const narrative = value.text?.div;
  if (attachments.length === 0 && narrative === undefined && conclusion === undefined) {
    return <p>{text.patients.noNarrative}</p>;
  }
  return (
    <>
      {conclusion !== undefined && <p dir="auto">{conclusion}</p>}
      {attachments.map((attachment, n) => (
        <AttachmentView key={n} attachment={attachment} />
      ))}
      {narrative !== undefined && <Narrative markup={narrative} />}
    </>
  );
}

function DocumentItem({ document }: { readonly document: Document }) {
  const [open, setOpen] = useState(false);
  const entry = entryOf(document);
  if (entry === undefined) return null;
  const { resource, title, detail, start } = entry;
  return (
    <li class="patient-item">
      <bdi class="patient-item-title">{title || text.patients.unnamed}</bdi>
      <span class="patient-item-marks">
        {isAiAsserted(document) && <Badge tone="unknown">{text.patients.aiMark}</Badge>}
      </span>
      <span class="patient-item-facts">
        {start === undefined ? text.patients.noTime : formatTime(start, TIMES)}
        {detail !== '' && <bdi class="document-detail">{detail}</bdi>}
      </span>
      <details class="patient-folded" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {text.patients.openDocument}
          <span class="hidden-text">: {title}</span>
        </summary>
        {open && <DocumentText name={resource} />}
      </details>
    </li>
  );
}

interface DocumentPages {
  readonly documents: readonly Document[];
  readonly next: readonly FhirSearch[];
}

function join(pages: readonly SearchPage<Document>[]): DocumentPages {
  return {
    documents: pages.flatMap(({ resources }) => resources),
    next: pages.flatMap(({ next }) => next ?? []),
  };
}

const newestFirst = (a: Document, b: Document): number =>
  (entryOf(b)?.at ?? 0) - (entryOf(a)?.at ?? 0);

/** Documents and reports, their text read when it is opened. */
export function DocumentsPart({ patient }: { readonly patient: string }) {
  const { world } = usePage();
  const [more, setMore] = useState<DocumentPages>();
  const loaded = useLoad(
    async (signal) => {
      const types = Object.entries(ELEMENTS) as [Document['resourceType'], string][];
      const pages = await Promise.all(
        types.map(([type, elements]) =>
          search<Document>(
            searchFor(type, { patient, _sort: '-date', _count: PAGE, _elements: elements }),
            { world, signal },
          ),
        ),
      );
      setMore(undefined);
      return join(pages);
    },
    [world, patient],
  );
  const older = useAction(async (signal, before: DocumentPages) => {
    const pages = await Promise.all(
      before.next.map((next) => search<Document & FhirResource>(next, { world, signal })),
    );
    const { documents, next } = join(pages);
    setMore({ documents: [...before.documents, ...documents], next });
  });
  return (
    <Part title={text.patients.documents} id="documents" loaded={loaded}>
      {(first) => {
        const all = more ?? first;
        const documents = [...all.documents].sort(newestFirst);
        if (documents.length === 0) return <p>{text.patients.noDocuments}</p>;
        return (
          <>
            <ul class="patient-items">
              {documents.map((document) => (
                <DocumentItem key={`${document.resourceType}/${document.id}`} document={document} />
              ))}
            </ul>
            {older.state.kind === 'failed' && <Failure error={older.state.error} />}
            {all.next.length > 0 && (
              <Button busy={older.state.kind === 'loading'} onClick={() => older.run(all)}>
                {text.patients.older}
              </Button>
            )}
          </>
        );
      }}
    </Part>
  );
}
