import type { FunctionComponent } from 'preact';
import { useRoute } from 'preact-iso';
import { usePage } from '../../state/page.js';
import { pathIn } from '../../state/world.js';
import { text } from '../../text/en.js';
import { ConfigurationPart } from './configuration.js';
import { DoctorPart } from './doctor.js';
import { JobsPart } from './jobs.js';
import { KeysPart } from './keys.js';
import { LivePart } from './live.js';
import { LogPart } from './log.js';
import { ModelsPart } from './models.js';
import { PeoplePart } from './people.js';
import { StatePart } from './state.js';
import { UsagePart } from './usage.js';
import './administration.css';

const words = text.administration;

type PartName = keyof typeof words.parts;

const PARTS: Readonly<Record<PartName, FunctionComponent>> = {
  state: StatePart,
  live: LivePart,
  keys: KeysPart,
  people: PeoplePart,
  usage: UsagePart,
  jobs: JobsPart,
  models: ModelsPart,
  doctor: DoctorPart,
  log: LogPart,
  configuration: ConfigurationPart,
};

const NAMES = Object.keys(PARTS) as readonly PartName[];

/** The appliance for those who run it; its first part says what needs them. */
export default function AdministrationPage() {
  const { world } = usePage();
  const { part } = useRoute().params;
  const name = NAMES.find((one) => one === part) ?? 'state';
  const Part = PARTS[name];
  return (
    <>
      <h1>{words.title}</h1>
      <nav class="administration-parts" aria-label={words.navigation}>
        <ul>
          {NAMES.map((one) => (
            <li key={one}>
              <a
                href={pathIn(world, one === 'state' ? 'administration' : `administration/${one}`)}
                aria-current={one === name ? 'page' : undefined}
              >
                {words.parts[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Part key={name} />
    </>
  );
}
