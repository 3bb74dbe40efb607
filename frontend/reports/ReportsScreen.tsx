import './reports.css';
import './report-tables.css';
import { TabPanel } from '@blueprintjs/core';
import type { DayRange } from '@domain/calendar/default-range.js';
import { monthOf, parseDay } from '@domain/dates.js';
import { moved, type Period } from '@domain/reports/periods.js';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DailyPayments } from '../payment/DailyPayments.js';
import { ReceivablesPane } from '../payment/Receivables.js';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { PaneTabs } from '../shared/ui/PaneTabs.js';
import { ReportBar } from './ReportBar.js';
import { ReportPane } from './ReportPane.js';
import { addressOfDays, followReport, reportQueryOf, showReport } from './reports.atoms.js';

const TABS = [
  { name: 'figures', content: '集計' },
  { name: 'daily', content: '日計' },
  { name: 'receivables', content: '売掛' },
] as const;

/** レポート: what was sold, the payments of a day, and what companies owe. */
export function ReportsScreen() {
  const [search, setSearch] = useSearchParams();
  const today = useValue(todayAtom);
  const tab = TABS.find(({ name }) => name === search.get('tab'))?.name ?? 'figures';
  const date = parseDay(search.get('date')) ?? today;
  const monthDay = parseDay(search.get('month')) ?? today;
  const company = Number(search.get('company')) || null;
  const showDaily = (day: string | null) =>
    setSearch({ tab: 'daily', ...(day !== null && { date: day }) }, { replace: tab === 'daily' });
  return (
    <div className="reports vertical">
      <nav className="report-kinds" aria-label="レポートの種類">
        <PaneTabs
          id="report-kinds"
          tabs={TABS}
          chosen={tab}
          onChoose={(name) =>
            name === 'daily' ? showDaily(null) : setSearch(name === 'figures' ? {} : { tab: name })
          }
        />
      </nav>
      <TabPanel
        className="report-kind vertical"
        id={tab}
        parentId="report-kinds"
        selectedTabId={tab}
        panel={
          <>
            {tab === 'figures' && <Figures />}
            {tab === 'daily' && today && date && (
              <DailyPayments date={date} today={today} onDay={showDaily} />
            )}
            {tab === 'receivables' && monthDay && (
              <ReceivablesPane
                month={monthOf(monthDay)}
                company={company}
                onMonth={(month) =>
                  setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), month }), {
                    replace: true,
                  })
                }
              />
            )}
          </>
        }
      />
    </div>
  );
}

/** 集計: what was sold, in figures, charts and tables. */
function Figures() {
  const [search, setSearch] = useSearchParams();
  const today = useValue(todayAtom);
  const query = useMemo(() => today && reportQueryOf(search, today), [search, today]);
  useEffect(() => {
    if (query) void showReport(query);
  }, [query]);
  useEffect(followReport, []);
  const showDays = (days: Period | DayRange) => setSearch((before) => addressOfDays(before, days));
  // Keys pressed quickly each continue from the result of the one before, drawn or not.
  const step = (steps: number) => {
    const address = new URLSearchParams(window.location.search);
    if (today) setSearch(addressOfDays(address, moved(reportQueryOf(address, today).days, steps)));
  };
  const choose = (name: string, value: string) =>
    setSearch((before) => {
      before.set(name, value);
      return before;
    });
  return (
    <>
      {query && <ReportBar query={query} onDays={showDays} onStep={step} onChoice={choose} />}
      {today && <ReportPane today={today} />}
    </>
  );
}
