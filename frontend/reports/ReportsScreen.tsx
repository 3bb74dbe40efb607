import './reports.css';
import './report-tables.css';
import type { DayRange } from '@domain/calendar/default-range.js';
import { moved, type Period } from '@domain/reports/periods.js';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { todayAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';
import { ReportBar } from './ReportBar.js';
import { ReportPane } from './ReportPane.js';
import { addressOfDays, followReport, reportQueryOf, showReport } from './reports.atoms.js';

/** レポート: what was sold, in figures, charts and tables. */
export function ReportsScreen() {
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
    <div className="reports">
      {query && <ReportBar query={query} onDays={showDays} onStep={step} onChoice={choose} />}
      {today && <ReportPane today={today} />}
    </div>
  );
}
