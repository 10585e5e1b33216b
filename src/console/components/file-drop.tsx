import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { text } from '../text/en.js';
import { filesOf } from './dropped-files.js';
import './file-drop.css';

export interface FileDropProps {
  readonly label: string;
  readonly hint?: string;
  /** As the attribute of `input`: `image/png,.dcm`. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children?: ComponentChildren;
}

/** Files by choice, by dropping, or a whole folder dropped; the input itself is reached by keyboard. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accept, multiple = false, onFiles, children } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const give = (files: readonly File[]) => files.length > 0 && onFiles(files);
  return (
    <fieldset
      aria-label={label}
      class={`file-drop${over ? ' file-drop-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (event.dataTransfer !== null) void filesOf(event.dataTransfer).then(give);
      }}
    >
      <label for={id} class="button button-plain">
        {label}
      </label>
      <input
        id={id}
        class="hidden-text"
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          give([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <span class="file-drop-hint">
        {text.common.dropFile}
        {hint !== undefined && <> · {hint}</>}
      </span>
      {children}
    </fieldset>
  );
}
