import '../shared/events/events.css';
import './audit.css';
import './event-detail.css';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { liveSession } from '../shared/live/live-session.js';
import { PaneTabs } from '../shared/ui/PaneTabs.js';
import { EventDetail } from './EventDetail.js';
import { EventFilters } from './EventFilters.js';
import { EventList } from './EventList.js';
import { EvidencePane } from './EvidencePane.js';
import { filterOf, followLog, showEvents } from './event-log.js';

type Pane = 'event' | 'evidence';

/** 監査: every event of the log on the left; one of them, or the evidence, on the right. */
export function AuditScreen() {
  const [search] = useSearchParams();
  const filter = useMemo(() => filterOf(search), [search]);
  const [pane, setPane] = useState<Pane>('event');
  useEffect(() => void showEvents(filter).then((head) => liveSession.resumeFrom(head)), [filter]);
  useEffect(followLog, []);
  return (
    <div className="audit">
      <EventFilters filter={filter} />
      <EventList onOpen={() => setPane('event')} />
      <aside className="side-panel" aria-label="詳細と証拠">
        <PaneTabs
          id="audit"
          tabs={[
            { name: 'event', content: '記録の詳細', panel: <EventDetail /> },
            { name: 'evidence', content: '証拠', panel: <EvidencePane shown={pane === 'evidence'} /> },
          ]}
          chosen={pane}
          onChoose={setPane}
        />
      </aside>
    </div>
  );
}
