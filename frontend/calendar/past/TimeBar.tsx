import { Button } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { hotelAtom } from '../../shared/hotel.js';
import { momentText, positionText } from './moment-text.js';
import { askedMomentAtom, pastFailedAtom, travelAtom } from '../../shared/calendar-data/past.js';
import { goTo } from '../../shared/calendar-data/travel.js';
import { useValue } from '../../shared/store.js';
import { focusField } from '../../shared/ui/focus-field.js';
import { MomentForm } from './MomentForm.js';
import { TIME_SLIDER_ID, TimeSlider } from './TimeSlider.js';

/** Says at once where the slider stands; the instant follows as soon as it is known. */
function AskedMoment({ zone }: { zone: string }) {
  const travel = useValue(travelAtom);
  const asked = useValue(askedMomentAtom);
  if (travel === null || travel.position === null) return null;
  const known = asked?.position === travel.position;
  return (
    <output className="asked-moment" htmlFor={TIME_SLIDER_ID}>
      <span className="asked-instant">{known ? momentText(asked, zone) : '…'}</span>
      <span className="asked-position">
        {positionText(travel.position)} / {travel.head.toLocaleString('en-US')}
      </span>
    </output>
  );
}

/** The way through the log: a slider over its positions, single steps, and a date and time to go to. */
export function TimeBar() {
  const zone = useValue(hotelAtom)?.timezone;
  const travel = useValue(travelAtom);
  const failed = useValue(pastFailedAtom);
  const fromPresent = travel?.from === 'present';
  useEffect(() => {
    if (fromPresent) focusField(TIME_SLIDER_ID);
  }, [fromPresent]);
  if (travel === null || travel.position === null || zone === undefined) return null;
  const { position, head } = travel;
  const step = (by: number) => () => void goTo(position + by);
  return (
    <section className="time-bar" aria-label="過去の時点">
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronLeft />}
        aria-label="1件前のイベント"
        data-tooltip="1件前のイベント"
        disabled={position <= 0}
        onClick={step(-1)}
      />
      <TimeSlider zone={zone} />
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronRight />}
        aria-label="1件後のイベント"
        data-tooltip="1件後のイベント"
        disabled={position >= head}
        onClick={step(1)}
      />
      <AskedMoment zone={zone} />
      <MomentForm zone={zone} />
      {failed && (
        <span className="past-failed" role="alert">
          この時点を読み込めませんでした。
        </span>
      )}
    </section>
  );
}
