import { memo, useRef, useState } from 'react';
import type { ShownReport } from '../reports.js';
import { TabList } from '../../shared/ui/TabList.js';
import { useKey } from '../../shared/ui/use-key.js';
import { CategoryTables } from './CategoryTables.js';
import { LeadTable } from './LeadTable.js';
import { SliceTable } from './SliceTable.js';
import { SourceTables } from './SourceTables.js';

const TABS = [
  { name: 'slices', content: '期間別' },
  { name: 'categories', content: 'カテゴリ別' },
  { name: 'sources', content: '予約媒体別' },
  { name: 'leads', content: 'リードタイム' },
] as const;
type Tab = (typeof TABS)[number]['name'];

type ReportTablesProps = { shown: ShownReport; beforeName: string | null };

/** All figures as tables, a kind at a time. */
export const ReportTables = memo(function ReportTables({ shown, beforeName }: ReportTablesProps) {
  const [tab, setTab] = useState<Tab>('slices');
  const pane = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useKey('reportJump', () => {
    const active = document.activeElement;
    if (active === pane.current && before.current instanceof HTMLElement) return before.current.focus();
    before.current = active;
    return pane.current?.focus();
  });
  return (
    <section className="report-tables" aria-label="数値の表" ref={pane} tabIndex={-1}>
      <TabList label="表の切り替え" tabs={TABS} chosen={tab} onChoose={setTab} />
      <div className="report-pane" role="tabpanel" id={`pane-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'slices' && <SliceTable shown={shown} beforeName={beforeName} />}
        {tab === 'categories' && <CategoryTables report={shown.report} />}
        {tab === 'sources' && <SourceTables report={shown.report} />}
        {tab === 'leads' && <LeadTable shown={shown} beforeName={beforeName} />}
      </div>
    </section>
  );
});
