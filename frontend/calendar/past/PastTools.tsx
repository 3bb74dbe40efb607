import { Button, InputGroup } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight, Undo } from '@blueprintjs/icons';
import { countText } from '@domain/calendar/stay-text.js';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react';
import {
  askedMomentAtom,
  comparingAtom,
  pastFailedAtom,
  travelAtom,
} from '../../shared/calendar-data/past.js';
import { compareWithNow, goTo, goToMoment, returnToNow } from '../../shared/calendar-data/travel.js';
import { showAlert, WRONG_INPUT } from '../../shared/dialogs.js';
import { hotelAtom, todayAtom } from '../../shared/hotel.js';
import { momentRequest, parseClockText } from '../../shared/moment-request.js';
import { useValue } from '../../shared/store.js';
import { DateInput } from '../../shared/ui/DateInput.js';
import { parseDateText } from '../../shared/ui/date-text.js';
import { focusField } from '../../shared/ui/focus-field.js';
import { KeyHint } from '../../shared/ui/KeyHint.js';
import { isKey, keyProps, useKey } from '../../shared/ui/keys.js';
import { KindFilter } from './DifferencePanel.js';
import { momentText, pastMarkAtom, positionText, spokenMoment } from './past-mark.js';

/** Stands between the filters and a calendar of the past: the way through the log, and the mark. */
export function PastTools() {
  return (
    <>
      <TimeBar />
      <PastBand />
    </>
  );
}

const DATE_LABEL_ID = 'moment-date-label';
const FIELD_IDS = { date: 'moment-date', time: 'moment-time' };

type Draft = { date: string; time: string };

/** Goes to a date and time by the hotel's clock; the fields hold the moment asked for until something else is typed. */
function MomentForm({ zone }: { zone: string }) {
  const today = useValue(todayAtom);
  const asked = useValue(askedMomentAtom);
  const [draft, setDraft] = useState<Draft>({ date: '', time: '' });
  useEffect(() => {
    if (!asked?.recordedAt) return;
    const [date = '', time = ''] = momentText(asked, zone).split(' ');
    setDraft({ date, time });
  }, [asked, zone]);
  const day = today && parseDateText(draft.date, today);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!today) return;
    const request = momentRequest(draft.date, draft.time, today, zone);
    if ('asOf' in request) await goToMoment(request.asOf);
    else await showAlert(request.message, WRONG_INPUT, FIELD_IDS[request.wrong]);
  };

  return (
    <form className="moment-form row" aria-label="日時で移動" noValidate onSubmit={onSubmit}>
      <label id={DATE_LABEL_ID} className="soft" htmlFor={FIELD_IDS.date}>
        日付
      </label>
      <DateInput
        id={FIELD_IDS.date}
        value={draft.date}
        onValue={(date) => setDraft({ ...draft, date })}
        day={day}
        picker={{ start: null, earliest: null, latest: today, describedBy: DATE_LABEL_ID }}
        onPick={(picked) => setDraft({ date: picked, time: '' })}
      />
      <label className="soft" htmlFor={FIELD_IDS.time}>
        時刻
      </label>
      <InputGroup
        id={FIELD_IDS.time}
        className="moment-time"
        size="small"
        autoComplete="off"
        placeholder="一日の終わり"
        value={draft.time}
        onValueChange={(time) => setDraft({ ...draft, time })}
        onBlur={() => setDraft({ ...draft, time: parseClockText(draft.time) ?? draft.time })}
      />
      <Button type="submit" size="small" text="この日時へ" />
    </form>
  );
}

/** The element id of the slider. */
const TIME_SLIDER_ID = 'time-slider';

const LEAPS = 100;

/** Every position of the log; what it is moved to is shown at once. */
function TimeSlider({ zone }: { zone: string }) {
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

/** Says at once where the slider stands; the instant follows as soon as it is known. */
function AskedMoment({ zone }: { zone: string }) {
  const travel = useValue(travelAtom);
  const asked = useValue(askedMomentAtom);
  if (travel === null || travel.position === null) return null;
  const known = asked?.position === travel.position;
  return (
    <output className="asked-moment" htmlFor={TIME_SLIDER_ID}>
      <span className="asked-instant">{known ? momentText(asked, zone) : '…'}</span>
      <span className="soft">
        {positionText(travel.position)} / {countText(travel.head)}
      </span>
    </output>
  );
}

/** The way through the log: a slider over its positions, single steps, and a date and time to go to. */
function TimeBar() {
  const zone = useValue(hotelAtom)?.timezone;
  const travel = useValue(travelAtom);
  const failed = useValue(pastFailedAtom);
  const fromPresent = travel?.from === 'present';
  useLayoutEffect(() => {
    if (fromPresent) focusField(TIME_SLIDER_ID);
  }, [fromPresent]);
  if (travel === null || travel.position === null || zone === undefined) return null;
  const { position, head } = travel;
  const step = (by: -1 | 1, name: string) => (
    <Button
      size="small"
      variant="minimal"
      icon={by < 0 ? <ChevronLeft /> : <ChevronRight />}
      aria-label={name}
      data-tooltip={name}
      disabled={by < 0 ? position <= 0 : position >= head}
      onClick={() => void goTo(position + by)}
    />
  );
  return (
    <section className="time-bar" aria-label="過去の時点">
      {step(-1, '1件前の記録')}
      <TimeSlider zone={zone} />
      {step(1, '1件後の記録')}
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

function CompareButton() {
  const comparing = useValue(comparingAtom);
  const toggle = () => compareWithNow(!comparing);
  useKey('compare', toggle);
  return (
    <Button
      size="small"
      text="いまとの違い"
      endIcon={<KeyHint of="compare" />}
      active={comparing}
      aria-pressed={comparing}
      {...keyProps('compare', 'いまとの違い')}
      onClick={toggle}
    />
  );
}

function ReturnButton() {
  useKey('returnToNow', () => {
    const active = document.activeElement;
    if (active !== document.body && !active?.closest('.list')) return false;
    returnToNow();
    return true;
  });
  return (
    <Button
      size="small"
      intent="primary"
      icon={<Undo size={14} />}
      text="現在に戻る"
      endIcon={<KeyHint of="returnToNow" />}
      {...keyProps('returnToNow', '現在に戻る')}
      onClick={returnToNow}
    />
  );
}

/** Marks the calendar as one of the past; leads back, and to what is different now. */
export function PastBand() {
  const mark = useValue(pastMarkAtom);
  const comparing = useValue(comparingAtom);
  return (
    <section className="past-band" aria-label="過去の表示">
      <strong className="past-mark" role="status">
        {mark ?? '過去の表示'}
      </strong>
      <CompareButton />
      {comparing && <KindFilter />}
      <span className="space" />
      <ReturnButton />
    </section>
  );
}
