import { useState } from 'preact/hooks';
import { Panel } from '../../components/panel.js';
import { text } from '../../text/en.js';
import { ExportPanel } from './export-panel.js';
import { type Filter, NO_FILTER } from './filter.js';
import { FilterForm } from './filter-form.js';
import { Records } from './records.js';
import { Verification } from './verification.js';
import './audit.css';

const words = text.audit;

/** The audit log for those who examine what others did. */
export default function AuditPage() {
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  // The form begins anew where a filter comes from somewhere else.
  const [formOf, setFormOf] = useState(0);
  const followActor = (actor: string) => {
    setFilter({ ...NO_FILTER, actor });
    setFormOf((before) => before + 1);
  };
  return (
    <>
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <Panel title={words.find}>
        <FilterForm key={formOf} filter={filter} onSearch={setFilter} />
      </Panel>
      <Records filter={filter} onActor={followActor} />
      <div class="audit-columns">
        <Verification />
        <ExportPanel filter={filter} />
      </div>
    </>
  );
}
