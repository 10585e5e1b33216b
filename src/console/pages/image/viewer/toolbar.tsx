import {
  Columns2,
  Contrast,
  Download,
  GalleryVertical,
  Keyboard,
  Link2,
  type LucideIcon,
  Maximize,
  Move,
  RotateCcw,
  Ruler,
  SunMoon,
  ZoomIn,
  ZoomOut,
} from 'lucide-preact';
import { Button } from '../../../components/button.js';
import { text } from '../../../text/en.js';
import type { Command } from './commands.js';
import type { DragTool } from './gestures.js';
import type { LayerChoice } from './layers.js';

export interface ToolbarProps {
  readonly tool: DragTool;
  readonly onTool: (tool: DragTool) => void;
  readonly onCommand: (command: Command) => void;
  /** Undefined without a prior. */
  readonly isLinked: boolean | undefined;
  readonly onLink: (isLinked: boolean) => void;
  readonly isScrollable: boolean;
  readonly onDownload: () => void;
}

const ICON = 18;
const TOOLS: readonly DragTool[] = ['window', 'pan', 'zoom', 'scroll', 'measure'];
const TOOL_ICONS: Readonly<Record<DragTool, LucideIcon>> = {
  window: Contrast,
  pan: Move,
  zoom: ZoomIn,
  scroll: GalleryVertical,
  measure: Ruler,
};
const ACTIONS = [
  ['zoomIn', ZoomIn],
  ['zoomOut', ZoomOut],
  ['fit', Maximize],
  ['invert', SunMoon],
  ['reset', RotateCcw],
] as const;

/** Tools and actions of the viewer. */
export function Toolbar(props: ToolbarProps) {
  const { tool, onTool, onCommand, isLinked, onLink, isScrollable, onDownload } = props;
  return (
    <fieldset class="film-toolbar" aria-label={text.image.tools}>
      <div class="film-toolbar-group">
        {TOOLS.filter((one) => one !== 'scroll' || isScrollable).map((one) => {
          const Icon = TOOL_ICONS[one];
          return (
            <Button key={one} pressed={tool === one} onClick={() => onTool(one)}>
              <Icon size={ICON} aria-hidden="true" />
              <span>{text.image.tool[one]}</span>
            </Button>
          );
        })}
      </div>
      <div class="film-toolbar-group">
        {ACTIONS.map(([action, Icon]) => (
          <Button key={action} label={text.image[action]} onClick={() => onCommand(action)}>
            <Icon size={ICON} aria-hidden="true" />
          </Button>
        ))}
        {isLinked !== undefined && (
          <Button pressed={isLinked} onClick={() => onLink(!isLinked)}>
            {isLinked ? (
              <Link2 size={ICON} aria-hidden="true" />
            ) : (
              <Columns2 size={ICON} aria-hidden="true" />
            )}
            <span>{text.image.link}</span>
          </Button>
        )}
        <Button label={text.image.download} onClick={onDownload}>
          <Download size={ICON} aria-hidden="true" />
        </Button>
        <Button label={text.image.keys.title} onClick={() => onCommand('help')}>
          <Keyboard size={ICON} aria-hidden="true" />
        </Button>
      </div>
    </fieldset>
  );
}

export interface LayerSwitchesProps {
  readonly choice: LayerChoice;
  readonly hasHeatMap: boolean;
  readonly hasOutlines: boolean;
  readonly onChoice: (choice: LayerChoice) => void;
}

const LAYERS = ['boxes', 'landmarks', 'outlines', 'heatMap'] as const;

/** Which marks are drawn, and how strongly the heat map is. */
export function LayerSwitches({ choice, hasHeatMap, hasOutlines, onChoice }: LayerSwitchesProps) {
  const missing: Partial<Record<(typeof LAYERS)[number], string>> = {
    ...(!hasHeatMap && { heatMap: text.image.noHeatMap }),
    ...(!hasOutlines && { outlines: text.image.noOutlines }),
  };
  return (
    <fieldset class="film-layer-switches">
      <legend>{text.image.layers}</legend>
      {LAYERS.map((layer) => (
        <label key={layer}>
          <input
            type="checkbox"
            checked={choice[layer]}
            disabled={missing[layer] !== undefined}
            onChange={() => onChoice({ ...choice, [layer]: !choice[layer] })}
          />
          {missing[layer] ?? text.image.layer[layer]}
        </label>
      ))}
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(choice.heatMapStrength * 100)}
        disabled={!choice.heatMap || !hasHeatMap}
        aria-label={text.image.heatMapStrength}
        aria-valuetext={text.image.percent(Math.round(choice.heatMapStrength * 100))}
        onInput={({ currentTarget }) =>
          onChoice({ ...choice, heatMapStrength: Number(currentTarget.value) / 100 })
        }
      />
    </fieldset>
  );
}
