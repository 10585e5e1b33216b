import type { ListPage, Pages } from '../state/use-pages.js';
import { Button } from './button.js';
import { Failure } from './failure.js';
import { Loading } from './loading.js';
import { Table, type TableRow } from './table.js';
import './paged-table.css';

export interface PagedTableProps<P extends ListPage> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly list: Pages<P>;
  readonly rowsOf: (page: P) => readonly TableRow[];
  /** What is said of an empty list, and of one that goes on and was empty so far. */
  readonly none: string;
  readonly noneSoFar: string;
  /** Reads the next page. */
  readonly moreLabel: string;
}

/** A list that is read page by page. */
export function PagedTable<P extends ListPage>(props: PagedTableProps<P>) {
  const { caption, columns, list, rowsOf, none, noneSoFar, moreLabel } = props;
  const { state, pages, next, more, reload } = list;
  const rows = pages.flatMap((page) => rowsOf(page));
  return (
    <>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'ready' && rows.length === 0 && (
        <p role="status">{next === undefined ? none : noneSoFar}</p>
      )}
      {rows.length > 0 && (
        <Table caption={caption} columns={columns.map((title) => ({ title }))} rows={rows} />
      )}
      {more.state.kind === 'failed' && <Failure error={more.state.error} />}
      {next !== undefined && (
        <div class="paged-table-more">
          <Button busy={more.state.kind === 'loading'} onClick={() => more.run(next)}>
            {moreLabel}
          </Button>
        </div>
      )}
    </>
  );
}
