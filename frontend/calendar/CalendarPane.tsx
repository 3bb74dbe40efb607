import { type ComponentProps, useRef, useState } from 'react';
import { rangeAtom, roomHeadsAtom } from '../shared/calendar-data/calendar.js';
import { useValue } from '../shared/store.js';
import { CalendarGrid } from './CalendarGrid.js';
import { FormulaHelp } from './FormulaHelp.js';
import { PrintedCalendar } from './print/PrintedCalendar.js';
import { useCalendarFocus } from './use-calendar-focus.js';

type CalendarPaneProps = Omit<ComponentProps<typeof CalendarGrid>, 'heads' | 'onHelp'> & {
  /** Every room, or only those of the list screen. */
  rooms: 'all' | 'listed';
};

/** The calendar once its data is there, with the help for its figures. */
export function CalendarPane({ rooms, ...grid }: CalendarPaneProps) {
  const loaded = useValue(rangeAtom) !== null;
  const heads = useValue(roomHeadsAtom(rooms));
  const [helping, setHelping] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  useCalendarFocus(pane);
  return (
    <div ref={pane} className="calendar-pane">
      {loaded && <CalendarGrid {...grid} heads={heads} onHelp={() => setHelping(true)} />}
      <PrintedCalendar heads={heads} fields={grid.fields} />
      <FormulaHelp isOpen={helping} onClose={() => setHelping(false)} />
    </div>
  );
}
