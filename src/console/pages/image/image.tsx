import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { newActionName } from '../../api/client.js';
import { Button } from '../../components/button.js';
import { ClinicalNotice } from '../../components/clinical-notice.js';
import { FileDrop } from '../../components/file-drop.js';
import { Loading } from '../../components/loading.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { type OpenedFiles, openFiles, type RefusedFile } from './files/open-files.js';
import { useModels, Workplace } from './workplace.js';
import './image.css';

const ACCEPTED = '.dcm,.dicom,.ima,image/png,image/jpeg,image/webp,application/dicom';

function RefusedFiles({ refused }: { readonly refused: readonly RefusedFile[] }) {
  if (refused.length === 0) return null;
  return (
    <section class="image-refused" role="alert">
      <p class="image-refused-title">{text.image.refusedTitle(refused.length)}</p>
      <ul class="image-list">
        {refused.map(({ position, fault }) => (
          <li key={position}>{text.image.refused[fault](position)}</li>
        ))}
      </ul>
    </section>
  );
}

function useFiles() {
  const [progress, setProgress] = useState<readonly [number, number]>();
  const opening = useAction(async (signal, files: readonly File[]): Promise<OpenedFiles> => {
    const opened = await openFiles(
      files,
      (done, total) => !signal.aborted && setProgress([done, total]),
    );
    return opened;
  });
  return { opening, progress };
}

/** The page when nothing is opened, and what surrounds the viewer when something is. */
export default function ImagePage() {
  const { opening, progress } = useFiles();
  const { state } = opening;
  const opened = state.kind === 'ready' ? state.value : undefined;
  const key = useMemo(newActionName, [opened]);
  const available = useModels(opened);
  // The viewer is fetched while the person is still choosing files, and closed with the page.
  useEffect(() => {
    const viewer = import('./viewer/film-view.js');
    viewer.catch(() => undefined);
    return () =>
      void viewer.then(
        ({ closeViewer }) => closeViewer(),
        () => undefined,
      );
  }, []);
  return (
    <div class="image-page">
      <h1>{text.image.title}</h1>
      <FileDrop
        label={text.image.choose}
        hint={text.image.chooseHint}
        accept={ACCEPTED}
        multiple
        onFiles={(files) => opening.run(files)}
      >
        <FolderButton onFiles={(files) => opening.run(files)} />
        {opened !== undefined && <Button onClick={opening.reset}>{text.image.closeAll}</Button>}
      </FileDrop>
      {state.kind === 'loading' && (
        <Loading
          what={progress === undefined ? text.common.loading : text.image.opening(...progress)}
        />
      )}
      {opened !== undefined && <RefusedFiles refused={opened.refused} />}
      {opened === undefined || opened.series.length === 0 ? (
        <ClinicalNotice>{text.image.noticeBefore}</ClinicalNotice>
      ) : (
        // Other files are another work: nothing of the earlier ones may remain.
        <Workplace key={key} series={opened.series} available={available} />
      )}
    </div>
  );
}

/** A folder is chosen by an input of its own. */
function FolderButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.webkitdirectory = true;
  }, []);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{text.image.chooseFolder}</Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={text.image.chooseFolder}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length > 0) onFiles(files);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
