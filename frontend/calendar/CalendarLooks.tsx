import { Button, SegmentedControl } from '@blueprintjs/core';
import { Suspense } from 'react';
import { type CalendarSize, calendarSizeAtom } from '../shared/preferences.js';
import { useValue, useWrite } from '../shared/store.js';
import { whenShown } from '../shared/ui/after-paint.js';
import { lazyPart } from '../shared/ui/fetch-code.js';

const LegendButton = lazyPart(async () => {
  await whenShown();
  return (await import('./LegendButton.js')).LegendButton;
});

const SIZES: { label: string; value: CalendarSize }[] = [
  { label: '小', value: 'small' },
  { label: '中', value: 'medium' },
  { label: '大', value: 'large' },
];

/** Offers the size of the calendar, and explains its looks. */
export function CalendarLooks() {
  const size = useValue(calendarSizeAtom);
  const setSize = useWrite(calendarSizeAtom);
  return (
    <div className="calendar-looks row">
      <SegmentedControl
        aria-label="カレンダーの大きさ"
        small
        options={SIZES}
        value={size}
        onValueChange={(value) => setSize(value as CalendarSize)}
      />
      <Suspense fallback={<Button inert size="small" variant="minimal" text="凡例" />}>
        <LegendButton />
      </Suspense>
    </div>
  );
}
