import type { ImagingCreateAnswer } from '../../../api/types.js';
import { boxesOf } from '../reading/wording.js';
import { applyAffine, asSvgMatrix, mapBox, type Point, ringPath } from './affine.js';
import type { ViewState } from './film-view.js';
import { type DrawnLine, lengthOf, lengthText, type Scale } from './measurements.js';

/** Which marks of an answer are drawn. */
export interface LayerChoice {
  readonly boxes: boolean;
  readonly landmarks: boolean;
  readonly outlines: boolean;
  readonly heatMap: boolean;
  /** 0..1 */
  readonly heatMapStrength: number;
}

export interface LayersProps {
  readonly state: ViewState;
  readonly answer: ImagingCreateAnswer | undefined;
  readonly choice: LayerChoice;
  /** The finding that was last chosen. */
  readonly chosen: number | undefined;
  readonly lines: readonly DrawnLine[];
  readonly scale: Scale;
  /** The cross of measuring by keyboard, in pixels of the element. */
  readonly cross: Point | undefined;
}

const CROSS = 8;
const LABEL_GAP = 5;

function Label({ at, children }: { readonly at: Point; readonly children: string }) {
  return (
    <text class="film-label" x={at.x} y={at.y}>
      {children}
    </text>
  );
}

function Cross({ at, look }: { readonly at: Point; readonly look: string }) {
  const { x, y } = at;
  const path = `M${x - CROSS} ${y}h${2 * CROSS}M${x} ${y - CROSS}v${2 * CROSS}`;
  return (
    <>
      <path class="film-halo" d={path} />
      <path class={look} d={path} />
    </>
  );
}

function Boxes({ state, answer, chosen }: LayersProps) {
  return (
    <>
      {answer?.findings.flatMap((finding, index) =>
        boxesOf(finding, answer.image).map((location, at) => {
          const { x, y, width, height } = mapBox(state.map, location);
          const look = index === chosen ? 'film-box film-box-chosen' : 'film-box';
          return (
            <g key={`${index} ${at}`} data-finding={index}>
              <rect class="film-halo" {...{ x, y, width, height }} />
              <rect class={look} {...{ x, y, width, height }} />
              <Label at={{ x: x + LABEL_GAP, y: y - LABEL_GAP }}>{String(index + 1)}</Label>
            </g>
          );
        }),
      )}
    </>
  );
}

/** Diameters run across: a level line between the two sides, with the landmarks that bound it. */
function Landmarks({ state, answer }: LayersProps) {
  const marks = (answer?.measurements ?? []).filter(({ landmarks }) => landmarks.length === 2);
  return (
    <>
      {marks.map(({ name, landmarks }) => {
        const level = landmarks.reduce((sum, { y }) => sum + y, 0) / landmarks.length;
        const ends = landmarks.map((landmark) => ({
          mark: applyAffine(state.map, landmark),
          foot: applyAffine(state.map, { x: landmark.x, y: level }),
        }));
        const [first, second] = ends;
        if (first === undefined || second === undefined) return null;
        const path =
          `M${first.mark.x} ${first.mark.y}L${first.foot.x} ${first.foot.y}` +
          `L${second.foot.x} ${second.foot.y}L${second.mark.x} ${second.mark.y}`;
        return (
          <g key={name}>
            <path class="film-halo" d={path} />
            <path class="film-landmark film-dashed" d={path} />
            {ends.map(({ mark }) => (
              <Cross key={`${mark.x} ${mark.y}`} at={mark} look="film-landmark" />
            ))}
          </g>
        );
      })}
    </>
  );
}

/** A ring within another is a hole: only borders are drawn, so that nothing of the picture is covered. */
function Outlines({ state, answer }: LayersProps) {
  return (
    <>
      {(answer?.outlines ?? []).map(({ structure, rings }) => {
        const path = rings.map((ring) => ringPath(ring, state.map)).join('');
        return (
          <g key={structure} data-structure={structure}>
            <path class="film-halo" d={path} />
            <path class="film-outline" d={path} />
          </g>
        );
      })}
    </>
  );
}

function Lines({ state, lines, scale }: LayersProps) {
  return (
    <>
      {lines.map((line, index) => {
        const from = applyAffine(state.map, line.from);
        const to = applyAffine(state.map, line.to);
        const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
        return (
          <g key={line.id}>
            <line class="film-halo" {...ends} />
            <line class="film-line" {...ends} />
            <Label at={{ x: to.x + LABEL_GAP, y: to.y + LABEL_GAP }}>
              {`${index + 1}: ${lengthText(lengthOf(line, scale))}`}
            </Label>
          </g>
        );
      })}
    </>
  );
}

/** Everything that is drawn over the picture, in its own coordinates. Lists beside it say the same. */
export function Layers(props: LayersProps) {
  const { state, answer, choice, cross } = props;
  const { width, height } = state.picture;
  return (
    <svg
      class="film-layers"
      viewBox={`0 0 ${state.canvas.width} ${state.canvas.height}`}
      aria-hidden="true"
    >
      {choice.heatMap && answer?.heatmap !== undefined && (
        <image
          class="film-heat-map"
          href={answer.heatmap}
          width={width}
          height={height}
          preserveAspectRatio="none"
          opacity={choice.heatMapStrength}
          transform={asSvgMatrix(state.map)}
        />
      )}
      {choice.outlines && <Outlines {...props} />}
      {choice.landmarks && <Landmarks {...props} />}
      {choice.boxes && <Boxes {...props} />}
      <Lines {...props} />
      {cross !== undefined && <Cross at={cross} look="film-line" />}
    </svg>
  );
}
