import { Button, InputGroup } from '@blueprintjs/core';
import { type FormEvent, useEffect, useState } from 'react';
import { parseDateText } from '../../shared/ui/date-text.js';
import { PickDayButton } from '../../shared/ui/PickDayButton.js';
import { showAlert } from '../../shared/dialogs.js';
import { todayAtom } from '../../shared/hotel.js';
import { momentText } from './moment-text.js';
import { askedMomentAtom } from '../../shared/calendar-data/past.js';
import { goToMoment } from '../../shared/calendar-data/travel.js';
import { useValue } from '../../shared/store.js';
import { momentRequest, parseClockText } from '../../shared/moment-request.js';

const WRONG_INPUT = '入力内容にエラーがあります';
const DATE_LABEL_ID = 'moment-date-label';
const FIELD_IDS = { date: 'moment-date', time: 'moment-time' };

type Draft = { date: string; time: string };

/** Goes to a date and time by the hotel's clock; the fields hold the moment asked for until something else is typed. */
export function MomentForm({ zone }: { zone: string }) {
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
    <form className="moment-form" aria-label="日時で移動" noValidate onSubmit={onSubmit}>
      <label id={DATE_LABEL_ID} htmlFor={FIELD_IDS.date}>
        日付
      </label>
      <InputGroup
        id={FIELD_IDS.date}
        className="moment-date"
        size="small"
        autoComplete="off"
        value={draft.date}
        onValueChange={(date) => setDraft({ ...draft, date })}
        onBlur={() => setDraft({ ...draft, date: day ?? draft.date })}
        rightElement={
          <PickDayButton
            value={day}
            start={null}
            earliest={null}
            latest={today}
            describedBy={DATE_LABEL_ID}
            onPick={(picked) => setDraft({ date: picked, time: '' })}
          />
        }
      />
      <label htmlFor={FIELD_IDS.time}>時刻</label>
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
