import { text } from '../../../text/en.js';
import { percentText, thresholdText } from './wording.js';

export interface ProbabilityScaleProps {
  readonly probability: number;
  readonly threshold: number;
  /** Above the threshold, yet no finding: the label gives no result in its band of uncertainty. */
  readonly isWithheld?: boolean;
}

const WIDTH = 200;
const HEIGHT = 16;
const BAR = 8;

/** In words, what the scale shows. */
export function scaleText({ probability, threshold, isWithheld }: ProbabilityScaleProps): string {
  const words = [percentText(probability), thresholdText(threshold)] as const;
  if (probability < threshold) return text.image.scale.below(...words);
  return isWithheld ? text.image.scale.withheld(...words) : text.image.scale.above(...words);
}

/** A probability as a bar from 0 to 1, its threshold as a mark on it; the words say the same. */
export function ProbabilityScale(props: ProbabilityScaleProps) {
  const { probability, threshold } = props;
  const isAbove = probability >= threshold;
  const top = (HEIGHT - BAR) / 2;
  return (
    <div class="scale">
      <svg
        class={`scale-drawing${isAbove ? ' scale-above' : ''}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect class="scale-range" x={0} y={top} width={WIDTH} height={BAR} />
        <rect class="scale-value" x={0} y={top} width={WIDTH * probability} height={BAR} />
        <line
          class="scale-threshold"
          x1={WIDTH * threshold}
          x2={WIDTH * threshold}
          y1={0}
          y2={HEIGHT}
        />
      </svg>
      <p class="scale-words numeric">{scaleText(props)}</p>
    </div>
  );
}
