import type { Condition, FhirResource } from 'fhir/r4';
import { useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { useAction, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { type FhirSearch, type SearchPage, search, searchFor } from './fhir-search.js';
import { formatPeriod } from './fhir-time.js';
import { TIMES } from './style-of-times.js';
import {
  entryOf,
  type LoadedPart,
  mergeParts,
  TIME_LINE_KINDS,
  type TimeLineEntry,
  type TimeLineKind,
} from './time-line.js';

const PAGE = 50;

/** Types that are read page by page, the elements that an entry needs, and the kinds they are shown as. */
const TYPES = [
  {
    type: 'Encounter',
    elements: 'status,class,type,reasonCode,serviceProvider,period',
    kinds: ['encounter'],
  },
  {
    type: 'Procedure',
    elements: 'status,code,reasonCode,performed',
    kinds: ['procedure'],
  },
  {
    type: 'DiagnosticReport',
    elements: 'status,code,conclusion,effective,issued',
    kinds: ['report', 'answer'],
  },
  {
    type: 'DocumentReference',
    elements: 'status,docStatus,type,category,description,date,context',
    kinds: ['document', 'answer'],
  },
] as const satisfies readonly { type: string; elements: string; kinds: readonly TimeLineKind[] }[];

interface TypePart {
  readonly type: (typeof TYPES)[number]['type'];
  readonly entries: readonly TimeLineEntry[];
  readonly next: FhirSearch | undefined;
}

/** Whether resources of a type are shown as one of these kinds. */
function hasKind({ type }: TypePart, shown: readonly TimeLineKind[]): boolean {
  const kinds: readonly TimeLineKind[] = TYPES.find((one) => one.type === type)?.kinds ?? [];
  return kinds.some((kind) => shown.includes(kind));
}

const entriesOf = (resources: readonly FhirResource[]): TimeLineEntry[] =>
  resources.flatMap((one) => entryOf(one) ?? []);

function Entry({ entry }: { readonly entry: TimeLineEntry }) {
  const { kind, title, detail, start, end } = entry;
  return (
    <li class={`time-line-entry time-line-${kind}`}>
      <span class="time-line-time numeric">
        {start === undefined ? text.patients.noTime : formatPeriod({ start, end }, TIMES)}
      </span>
      <span class="time-line-what">
        <Badge tone={kind === 'answer' ? 'unknown' : 'plain'}>{text.patients.kind[kind]}</Badge>{' '}
        <bdi class="time-line-title">{title || text.patients.unnamed}</bdi>
        {detail !== '' && <bdi class="time-line-detail">{detail}</bdi>}
      </span>
    </li>
  );
}

interface KindFilterProps {
  readonly shown: readonly TimeLineKind[];
  readonly onChange: (shown: readonly TimeLineKind[]) => void;
}

function KindFilter({ shown, onChange }: KindFilterProps) {
  const toggle = (kind: TimeLineKind) =>
    onChange(shown.includes(kind) ? shown.filter((one) => one !== kind) : [...shown, kind]);
  return (
    <fieldset class="time-line-kinds">
      <legend>{text.patients.showKinds}</legend>
      {TIME_LINE_KINDS.map((kind) => (
        <Button key={kind} pressed={shown.includes(kind)} onClick={() => toggle(kind)}>
          {text.patients.kinds[kind]}
        </Button>
      ))}
    </fieldset>
  );
}

export interface TimeLineProps {
  readonly patient: string;
  /** All conditions of the record; undefined while they are loaded. */
  readonly conditions: SearchPage<Condition> | undefined;
}

/** What happened to a patient, newest first. */
export function TimeLinePanel({ patient, conditions }: TimeLineProps) {
  const { world } = usePage();
  const [parts, setParts] = useState<readonly TypePart[]>();
  const [shown, setShown] = useState<readonly TimeLineKind[]>(TIME_LINE_KINDS);
  const [count, setCount] = useState(PAGE);
  const first = useLoad(
    async (signal) => {
      const loaded = await Promise.all(
        TYPES.map(async ({ type, elements }): Promise<TypePart> => {
          const sorted = { patient, _sort: '-date', _count: PAGE, _elements: elements };
          const page = await search(searchFor(type, sorted), { world, signal });
          return { type, entries: entriesOf(page.resources), next: page.next };
        }),
      );
      setParts(loaded);
    },
    [world, patient],
  );
  const older = useAction(
    async (signal, before: readonly TypePart[], kinds: readonly TimeLineKind[]) => {
      const loaded = await Promise.all(
        before.map(async (part): Promise<TypePart> => {
          if (part.next === undefined || !hasKind(part, kinds)) return part;
          const page = await search(part.next, { world, signal });
          const entries = [...part.entries, ...entriesOf(page.resources)];
          return { ...part, entries, next: page.next };
        }),
      );
      setParts(loaded);
    },
  );
  const isShown = ({ kind }: TimeLineEntry) => shown.includes(kind);
  // A type of which nothing is shown holds nothing back.
  const concerned = (parts ?? []).filter((part) => hasKind(part, shown));
  const all: LoadedPart[] = [
    { entries: entriesOf(conditions?.resources ?? []), hasMore: false },
    ...concerned.map(({ entries, next }) => ({ entries, hasMore: next !== undefined })),
  ];
  const merged = mergeParts(all);
  const entries = merged.entries.filter(isShown);
  const hasMore = entries.length > count || merged.hasMore;
  const showOlder = () => {
    if (entries.length < count + PAGE && merged.hasMore && parts !== undefined) {
      older.run(parts, shown);
    }
    setCount(count + PAGE);
  };
  const failed = [first.state, older.state].find(({ kind }) => kind === 'failed');
  return (
    <div class="patient-part" id="time-line">
      <Panel title={text.patients.timeLine}>
        <KindFilter shown={shown} onChange={setShown} />
        {failed?.kind === 'failed' && <Failure error={failed.error} retry={first.reload} />}
        {parts === undefined && first.state.kind !== 'failed' && <Loading />}
        {parts !== undefined && entries.length === 0 && !merged.hasMore && (
          <p role="status">
            {shown.length === TIME_LINE_KINDS.length
              ? text.patients.noTimeLine
              : text.patients.noneOfKinds}
          </p>
        )}
        <ol class="time-line">
          {entries.slice(0, count).map((entry) => (
            <Entry key={entry.resource} entry={entry} />
          ))}
        </ol>
        {parts !== undefined && hasMore && (
          <Button busy={older.state.kind === 'loading'} onClick={showOlder}>
            {text.patients.older}
          </Button>
        )}
      </Panel>
    </div>
  );
}
