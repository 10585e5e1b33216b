import type { Command } from 'commander';
import { type LoadedConfig, loadConfig } from '../appliance/config/load.js';
import { failed, type State } from '../appliance/doctor/check.js';
import type { ReportLine } from '../appliance/doctor/run-checks.js';
import { AppError } from '../core/errors.js';
import { type CommandContext, type CommonOptions, EXIT, whichConfig } from './context.js';
import { askDaemon } from './doctor/ask-daemon.js';
import { json } from './output.js';

function written({ check, state, message, remedy }: ReportLine, width: number): string {
  const advice = remedy === undefined ? '' : ` → ${remedy}`;
  return `${state.padEnd(7)}  ${check.padEnd(width)}  ${message}${advice}`;
}

/** A line of the JSON output. */
interface PublishedLine extends Omit<ReportLine, 'message'> {
  readonly found: string;
}

/** The JSON output. */
export interface DoctorReport {
  readonly state: State;
  readonly checks: readonly PublishedLine[];
}

const published = ({ check, state, message, remedy }: ReportLine): PublishedLine => ({
  check,
  state,
  found: message,
  ...(remedy !== undefined && { remedy }),
});

function configurationFault(error: unknown): ReportLine {
  if (!(error instanceof AppError)) throw error;
  const faults = error.issues.map(({ field, issue }) => `${field} ${issue}`).join('; ');
  const message = faults === '' ? error.message : `Faults: ${faults}.`;
  return { check: 'configuration', ...failed(message, 'correct it; wardbox config check') };
}

/** Runs all checks; changes nothing. */
async function doctor(context: CommandContext, options: CommonOptions): Promise<void> {
  const { output } = context;
  // Loaded on demand: no other command needs what it examines.
  const { CHECK_NAMES, runChecks, worstState } = await import('../appliance/doctor/run-checks.js');
  const width = Math.max(...CHECK_NAMES.map((name) => name.length));
  const lines: ReportLine[] = [];
  const tell = (line: ReportLine) => {
    lines.push(line);
    // Reported at once: a large database takes a while.
    if (!options.json) output.out(written(line, width));
  };
  let config: LoadedConfig | undefined;
  try {
    config = loadConfig(whichConfig(context, options));
  } catch (error) {
    // No other check is possible without it.
    tell(configurationFault(error));
  }
  if (config !== undefined) {
    const daemon = await askDaemon(config);
    await runChecks({ config, now: context.clock(), daemon }, tell);
  }
  const worst = worstState(lines);
  if (worst === 'failed') context.exitCode = EXIT.notIntact;
  if (!options.json) return;
  const report: DoctorReport = { state: worst, checks: lines.map(published) };
  output.out(json(report));
}

export function addDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('check the whole installation; exit status 3 when a check has failed')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => doctor(context, options));
}
