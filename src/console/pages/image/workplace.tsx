import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { ImagingCreateAnswer, ModelsListAnswer } from '../../api/types.js';
import { Button } from '../../components/button.js';
import { ClinicalNotice } from '../../components/clinical-notice.js';
import { usePage } from '../../state/page.js';
import { latestOf, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import type { Series, Slice } from './files/series.js';
import {
  ComparisonPanel,
  FindingsPanel,
  MeasurementsPanel,
  NotAssessedPanel,
  ReportPanel,
  WarningsPanel,
} from './reading/answer-panels.js';
import {
  type ImageType,
  imageTypesOf,
  labelsOf,
  modalityFromHeader,
  typeFromHeader,
} from './reading/image-types.js';
import {
  type Extent,
  readabilityOf,
  seriesSubject,
  sliceSubject,
  useReadings,
} from './reading/readings.js';
import type { Question } from './reading/request.js';
import { EMPTY_FORM, type FormValues, RequestForm } from './reading/request-form.js';
import { imagesOfAxis, marksOnSlice } from './reading/series-axis.js';
import { SeriesPanel } from './reading/series-strip.js';
import { boxesOf } from './reading/wording.js';
import { type Command, isViewCommand, perform } from './viewer/commands.js';
import { annotatedPicture, saveFile } from './viewer/download.js';
import { FilmPane } from './viewer/film-pane.js';
import type { FilmView } from './viewer/film-view.js';
import type { DragTool } from './viewer/gestures.js';
import { KeysDialog } from './viewer/keys-dialog.js';
import type { LayerChoice } from './viewer/layers.js';
import {
  type DrawnLine,
  type Line,
  lengthOf,
  lengthText,
  type Scale,
} from './viewer/measurements.js';
import { LayerSwitches, Toolbar } from './viewer/toolbar.js';

interface SeriesListProps {
  readonly series: readonly Series[];
  readonly current: Series;
  readonly prior: Series | undefined;
  readonly onCurrent: (series: Series) => void;
  readonly onPrior: (series: Series | undefined) => void;
}

/** What was opened: one is looked at, another may stand beside it. */
function SeriesList({ series, current, prior, onCurrent, onPrior }: SeriesListProps) {
  return (
    <ul class="image-series">
      {series.map((one) => (
        <li key={one.id} aria-current={one === current}>
          <Button pressed={one === current} onClick={() => onCurrent(one)}>
            <span class="image-series-name">{one.name}</span>
            <span class="image-soft">
              {one.modality !== undefined && `${one.modality} · `}
              {text.image.seriesCount(one.slices.length)}
            </span>
          </Button>
          {one !== current && (
            <Button
              look="quiet"
              pressed={one === prior}
              onClick={() => onPrior(one === prior ? undefined : one)}
            >
              {text.image.asPrior}
              <span class="hidden-text">: {one.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface SliceLine extends DrawnLine {
  readonly slice: string;
}

interface LineListProps {
  readonly lines: readonly DrawnLine[];
  readonly scale: Scale;
  readonly onRemove: (id: number) => void;
}

/** The lengths that were drawn, and what their unit holds for. */
function LineList({ lines, scale, onRemove }: LineListProps) {
  if (lines.length === 0) return null;
  return (
    <section class="image-lines" aria-label={text.image.lines}>
      <ul class="image-list" role="status">
        {lines.map((line, index) => (
          <li key={line.id}>
            <span class="numeric">
              {text.image.line(index + 1, lengthText(lengthOf(line, scale)))}
            </span>
            <Button
              look="quiet"
              label={text.image.removeLine(index + 1)}
              onClick={() => onRemove(line.id)}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
      {scale.spacing === undefined && <p class="image-caveat">{text.image.inPixels}</p>}
      {scale.atDetector && <p class="image-caveat">{text.image.atDetector}</p>}
    </section>
  );
}

/** The spacing of the file; where only the appliance found it, that of its answer. */
function scaleOf(slice: Slice | undefined, answer: ImagingCreateAnswer | undefined): Scale {
  const { spacing, atDetector = false } = slice?.opened.header ?? {};
  return { spacing: spacing ?? answer?.image.pixel_spacing_mm, atDetector };
}

const INITIAL_CHOICE: LayerChoice = {
  boxes: true,
  landmarks: true,
  outlines: false,
  heatMap: false,
  heatMapStrength: 0.5,
};

const numberOf = (typed: string): number | undefined =>
  typed.trim() === '' || !Number.isFinite(Number(typed)) ? undefined : Number(typed);

/** Readings of series are not compared with earlier ones. */
function questionOf(values: FormValues, extent: Extent, priorSlice: Slice | undefined): Question {
  const { imageType, modality, age, gender, clinicalQuestion, measures, compares } = values;
  const byId = values.priorId === '' ? undefined : values.priorId;
  const earlier = compares ? priorSlice : undefined;
  return {
    ...{ imageType, modality, clinicalQuestion, measures },
    age: numberOf(age),
    gender: gender === '' ? undefined : gender,
    prior: extent === 'series' ? undefined : priorSlice === undefined ? byId : earlier,
  };
}

/** The installed models, and the kinds of image that they read. */
export interface ImageModels {
  readonly models: ModelsListAnswer | undefined;
  readonly types: readonly ImageType[];
  readonly failure: unknown;
}

/** Loads the models, and again for other files: meanwhile the earlier list is good enough. */
export function useModels(files: unknown): ImageModels {
  const { world } = usePage();
  const { state } = useLoad(
    (signal) => request<ModelsListAnswer>('GET', '/v1/models', { world, signal }),
    [world, files],
  );
  const models = latestOf(state);
  const found = models === undefined ? [] : imageTypesOf(models);
  // The same kinds stay the same list: another one would replace what a person has entered.
  const types = useMemo(() => found, [JSON.stringify(found)]);
  return { models, types, failure: state.kind === 'failed' ? state.error : undefined };
}

/** The form as the header of a series fills it in; what the header leaves out is left empty. */
function formFor(series: Series | undefined, types: readonly ImageType[]): FormValues {
  const header = series?.slices[0]?.opened.header;
  return {
    ...EMPTY_FORM,
    imageType: typeFromHeader(header, types)?.id ?? '',
    modality: modalityFromHeader(header, types) ?? '',
    age: String(header?.ageYears ?? ''),
    gender: header?.sex ?? '',
  };
}

/**
 * What a person enters belongs to the series that is looked at: another may be of another patient.
 * Only the kind of image stays where the person chose it and no header says otherwise.
 */
function useForm(series: Series | undefined, types: readonly ImageType[]) {
  const [values, setValues] = useState<FormValues>(EMPTY_FORM);
  const byPerson = useRef<Pick<FormValues, 'imageType' | 'modality'>>();
  const stated = useMemo(() => formFor(series, types), [series, types]);
  const isStated = stated.imageType !== '';
  useEffect(() => setValues({ ...stated, ...(!isStated && byPerson.current) }), [stated]);
  const change = (next: FormValues) => {
    const { imageType, modality } = next;
    if (!isStated && imageType !== values.imageType) byPerson.current = { imageType, modality };
    setValues(next);
  };
  return { values, change, isStated };
}

/** Keeps two views alike: place and zoom, and as many slices apart as when they were linked. */
function useLink() {
  const [isLinked, setLinked] = useState(true);
  const offset = useRef<number>();
  const indexOf = (view: FilmView) => view.state.peek()?.index ?? 0;
  /** Called before `leader` moves: from then on the distance counts. */
  const remember = (current: FilmView | undefined, prior: FilmView | undefined) => {
    if (current === undefined || prior === undefined) return;
    offset.current ??= indexOf(prior) - indexOf(current);
  };
  const mirror = (current: FilmView | undefined, prior: FilmView | undefined, leader: FilmView) => {
    const follower = leader === prior ? current : prior;
    if (!isLinked || follower === undefined || follower.phase.peek() !== 'shown') return;
    const by = (offset.current ?? 0) * (leader === prior ? -1 : 1);
    follower.look(leader.sight);
    if (leader.count > 1 && follower.count > 1) void follower.goTo(leader.wanted + by);
  };
  const link = (linked: boolean) => {
    offset.current = undefined;
    setLinked(linked);
  };
  return { isLinked, link, remember, mirror };
}

/** The answer of the series, or of the slice that is looked at. */
function Answer({ answer, models, chosen, onChoose, shown, onSlice }: AnswerProps) {
  const labels = models === undefined ? [] : labelsOf(models, answer.models);
  const props = { answer, labels, chosen, onChoose };
  return (
    <>
      <FindingsPanel {...props} />
      <SeriesPanel {...{ answer, labels, shown, onSlice }} />
      <NotAssessedPanel answer={answer} />
      <WarningsPanel answer={answer} />
      <ComparisonPanel answer={answer} labels={labels} />
      <MeasurementsPanel answer={answer} />
      <ReportPanel answer={answer} />
    </>
  );
}

interface AnswerProps {
  readonly answer: ImagingCreateAnswer;
  readonly models: ModelsListAnswer | undefined;
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
  /** The slice of the answer that is looked at, from 1. */
  readonly shown: number | undefined;
  readonly onSlice: (slice: number) => void;
}

/** The models of an answer with their versions and titles, for the notice and the download. */
function modelNames(answer: ImagingCreateAnswer, models: ModelsListAnswer | undefined): string {
  return answer.models
    .map(({ id, version }) => {
      const title = models?.models.find((model) => model.id === id)?.title ?? id;
      return `${title} ${version}`;
    })
    .join(', ');
}

function useSoftwareNote(): boolean {
  const [isSoftware, setSoftware] = useState(false);
  useEffect(() => {
    import('./viewer/film-view.js').then(
      ({ isDrawnInSoftware }) => setSoftware(isDrawnInSoftware()),
      // The pane says that the viewer is missing.
      () => undefined,
    );
  }, []);
  return isSoftware;
}

/** Pictures are freed as soon as they are left. */
function useClosing(): void {
  useEffect(
    () => () =>
      void import('./viewer/film-view.js').then(
        ({ closePictures }) => closePictures(),
        () => undefined,
      ),
    [],
  );
}

const noLines: readonly DrawnLine[] = [];

interface WorkplaceProps {
  readonly series: readonly Series[];
  readonly available: ImageModels;
}

/** The viewer with what was opened, and beside it the question and the answer. */
export function Workplace({ series, available }: WorkplaceProps) {
  const [first] = series;
  const [chosenSeries, setSeries] = useState<Series>();
  const current = chosenSeries ?? first;
  const [prior, setPrior] = useState<Series>();
  const [view, setView] = useState<FilmView>();
  const [priorView, setPriorView] = useState<FilmView>();
  const [slice, setSlice] = useState<Slice>();
  const [priorSlice, setPriorSlice] = useState<Slice>();
  const [tool, setTool] = useState<DragTool>('window');
  const [choice, setChoice] = useState(INITIAL_CHOICE);
  const [lines, setLines] = useState<readonly SliceLine[]>([]);
  const [chosen, setChosen] = useState<number>();
  const [showsKeys, setShowsKeys] = useState(false);
  const nextLine = useRef(1);
  const { models, types, failure } = available;
  const { values, change, isStated } = useForm(current, types);
  const [wanted, setExtent] = useState<Extent>('series');
  const { answerTo, progress, action } = useReadings();
  const { isLinked, link, remember, mirror } = useLink();
  const isSoftware = useSoftwareNote();
  useClosing();
  if (current === undefined) return null;

  const readability = readabilityOf(current, values.modality);
  const extent = readability === 'readable' ? wanted : 'slice';
  const ofSlice = slice && sliceSubject(slice);
  const key = ofSlice?.key;
  const answer = answerTo(extent === 'series' ? seriesSubject(current) : ofSlice);
  const scale = scaleOf(slice, answer);
  const shownLines = lines.filter((line) => line.slice === key);
  const others = current.slices.flatMap((one, index) =>
    answerTo(sliceSubject(one)) === undefined ? [] : [index],
  );
  const names = answer && modelNames(answer, models);
  const axis =
    answer?.series && extent === 'series' ? imagesOfAxis(answer.series, current.slices) : [];
  const at = slice === undefined ? -1 : axis.indexOf(current.slices.indexOf(slice));
  const shownOfAxis = at < 0 ? undefined : at + 1;
  const marks = answer && extent === 'series' ? marksOnSlice(answer, shownOfAxis) : answer;

  const onMoved = (leader: FilmView) => {
    remember(view, priorView);
    mirror(view, priorView, leader);
  };
  const goToSlice = async (number: number) => {
    const image = axis[number - 1];
    if (view === undefined || image === undefined) return;
    await view.goTo(image);
    onMoved(view);
  };
  const choose = async (index: number) => {
    const finding = answer?.findings[index];
    const [box] = finding && answer ? boxesOf(finding, answer.image) : [];
    setChosen(index);
    if (finding?.slice !== undefined) await goToSlice(finding.slice);
    if (view === undefined || box === undefined) return;
    setChoice((before) => ({ ...before, boxes: true }));
    view.lookAt(box);
    onMoved(view);
  };
  const chooseNext = (by: number) => {
    const count = answer?.findings.length ?? 0;
    if (count > 0) void choose(((chosen ?? (by > 0 ? -1 : 0)) + by + count) % count);
  };
  const onCommand = (command: Command) => {
    if (isViewCommand(command)) {
      if (view === undefined) return;
      perform(view, command);
      onMoved(view);
    } else if (command === 'help') setShowsKeys(true);
    else if (command === 'nextFinding') chooseNext(1);
    else if (command === 'previousFinding') chooseNext(-1);
    else if (command !== 'measure') {
      setChoice((before) => ({ ...before, [command]: !before[command] }));
    }
  };
  const download = async () => {
    const painting = view?.paint();
    if (painting === undefined) return;
    const source =
      answer === undefined || names === undefined
        ? text.image.pictureUnread
        : text.image.pictureSource(names, new Date(answer.created_at).toLocaleString());
    const annotation = { answer: marks, choice, lines: shownLines, scale, source };
    saveFile(await annotatedPicture(painting, annotation), text.image.fileName);
  };
  const addLine = (line: Line) => {
    if (key === undefined) return;
    const added = { ...line, id: nextLine.current, slice: key };
    nextLine.current += 1;
    setLines((before) => [...before, added]);
  };
  const read = () => {
    if (extent === 'series')
      action.run(seriesSubject(current), questionOf(values, extent, undefined));
    else if (slice !== undefined) {
      action.run(sliceSubject(slice), questionOf(values, extent, priorSlice));
    }
  };

  return (
    <>
      <ClinicalNotice>
        {names === undefined ? text.image.noticeBefore : text.image.notice(names)}
      </ClinicalNotice>
      {series.length > 1 && (
        <SeriesList
          {...{ series, current, prior }}
          onCurrent={(one) => {
            setSeries(one);
            setChosen(undefined);
            if (one === prior) setPrior(undefined);
          }}
          onPrior={(one) => {
            setPrior(one);
            if (one === undefined) setPriorSlice(undefined);
          }}
        />
      )}
      {isSoftware && <p class="image-caveat">{text.image.software}</p>}
      <div class="image-workplace">
        <div class="image-viewer">
          <Toolbar
            {...{ tool, onCommand }}
            onTool={setTool}
            isLinked={prior === undefined ? undefined : isLinked}
            onLink={link}
            isScrollable={current.slices.length > 1 || (prior?.slices.length ?? 0) > 1}
            onDownload={() => void download()}
          />
          <div class={`image-panes${prior === undefined ? '' : ' image-panes-two'}`}>
            <FilmPane
              id="current"
              title={prior === undefined ? current.name : `${text.image.current}: ${current.name}`}
              series={current}
              {...{ tool, chosen, choice, scale, onMoved, onCommand }}
              answer={marks}
              lines={shownLines}
              onView={setView}
              onSlice={setSlice}
              onLine={addLine}
            />
            {prior !== undefined && (
              <FilmPane
                id="prior"
                title={text.image.priorOf(prior.name)}
                series={prior}
                {...{ tool, choice, onMoved, onCommand }}
                answer={undefined}
                chosen={undefined}
                scale={scaleOf(priorSlice, undefined)}
                lines={noLines}
                onView={setPriorView}
                onSlice={setPriorSlice}
                onLine={() => undefined}
              />
            )}
          </div>
          <LayerSwitches
            choice={choice}
            hasHeatMap={marks?.heatmap !== undefined}
            hasOutlines={marks?.outlines !== undefined}
            onChoice={setChoice}
          />
          <LineList
            lines={shownLines}
            scale={scale}
            onRemove={(id) => setLines((before) => before.filter((line) => line.id !== id))}
          />
        </div>
        <div class="image-side">
          <RequestForm
            {...{ values, types, isStated, progress, readability, extent }}
            onExtent={setExtent}
            images={current.slices.length}
            onValues={change}
            typesFailed={failure}
            hasPrior={prior !== undefined && extent === 'slice'}
            reading={action}
            wasRead={answer !== undefined}
            isReady={slice !== undefined}
            onRead={read}
          />
          {answer !== undefined ? (
            <Answer
              {...{ answer, models, chosen }}
              onChoose={(index) => void choose(index)}
              shown={shownOfAxis}
              onSlice={(number) => void goToSlice(number)}
            />
          ) : (
            extent === 'slice' &&
            others.length > 0 && (
              <p class="image-caveat" role="status">
                {text.image.readingOfOther}{' '}
                <Button onClick={() => void view?.goTo(others[0] ?? 0)}>
                  {text.image.goToRead((others[0] ?? 0) + 1)}
                </Button>
              </p>
            )
          )}
        </div>
      </div>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}
