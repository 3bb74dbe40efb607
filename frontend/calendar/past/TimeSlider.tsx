import type { KeyboardEvent } from 'react';
import { positionText, spokenMoment } from './moment-text.js';
import { askedMomentAtom, travelAtom } from '../../shared/calendar-data/past.js';
import { goTo } from '../../shared/calendar-data/travel.js';
import { useValue } from '../../shared/store.js';
import { isKey } from '../../shared/ui/keys.js';

/** The element id of the slider. */
export const TIME_SLIDER_ID = 'time-slider';

const LEAPS = 100;

type TimeSliderProps = { zone: string };

/** Every position of the log; what it is moved to is shown at once. */
export function TimeSlider({ zone }: TimeSliderProps) {
  const { position, head } = useValue(travelAtom) ?? { position: null, head: 0 };
  const asked = useValue(askedMomentAtom);
  const at = position ?? head;
  const known = asked?.position === at ? asked : null;

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = isKey(event, 'pastFarForward') ? 1 : isKey(event, 'pastFarBack') ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    void goTo(at + direction * Math.max(1, Math.round(head / LEAPS)));
  };

  return (
    <input
      id={TIME_SLIDER_ID}
      className="time-slider"
      type="range"
      aria-label="時点"
      min={0}
      max={head}
      step={1}
      value={at}
      aria-valuetext={known ? spokenMoment(known, zone) : positionText(at)}
      onChange={(event) => void goTo(Number(event.currentTarget.value))}
      onKeyDown={onKeyDown}
    />
  );
}
