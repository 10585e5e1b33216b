import type { ComponentChildren } from 'preact';
import './table.css';

export interface Column {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
}

export interface TableRow {
  readonly key: string | number;
  /** One for each column; the first names the row. */
  readonly cells: readonly ComponentChildren[];
}

export interface TableProps {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
}

/** A table that becomes a list of cards where it has no room. */
export function Table({ caption, columns, rows }: TableProps) {
  const classOf = (at: number) => (columns[at]?.isNumber ? 'numeric table-number' : undefined);
  return (
    <table class="table">
      <caption class="hidden-text">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title }, at) => (
            <th key={title} scope="col" class={classOf(at)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => {
              const title = columns[at]?.title ?? '';
              return at === 0 ? (
                <th key={title} scope="row" class={classOf(at)}>
                  {cell}
                </th>
              ) : (
                <td key={title} class={classOf(at)}>
                  <span class="table-name">{title}</span>
                  <div class="table-cell">{cell}</div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
