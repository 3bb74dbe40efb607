import './tentative.css';
import { Button, InputGroup } from '@blueprintjs/core';
import { type Day, dayIn, instantIn } from '@domain/dates.js';
import { MAX_NAME, MAX_REMARK, MAX_TEL } from '@domain/limits.js';
import { roomText } from '@domain/room/room-number.js';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { timeText } from '../../shared/clock-text.js';
import { hotelAtom } from '../../shared/hotel.js';
import { SCREENS } from '../../shared/screens.js';
import { useValue } from '../../shared/store.js';
import { DayInput } from '../../shared/ui/DateInput.js';
import { FormDialog, useQuestionEnd } from '../../shared/ui/FormDialog.js';
import { StayRows, stayFrom } from '../../shared/ui/StayRows.js';
import { useSending } from '../../shared/ui/sending.js';
import { TextRow } from '../../shared/ui/TextRow.js';
import { MoreMenu } from '../history/MoreMenu.js';
import { beginInForm } from '../wanted-form.js';
import { bookTentative } from './book-tentative.js';
import {
  type AskedTentative,
  askedTentativeAtom,
  closeTentativeDialog,
  releaseTentative,
  saveTentative,
  type TentativeStay,
} from './tentative.js';

const PICKER = { start: null, earliest: null, latest: null };
const AN_HOUR_MS = 3_600_000;
const USUAL_HOURS = [1, 3, 24];
const DEFAULT_HOURS = 3;

/** The contents of the dialog: nights, guest, and the end as day and time of the hotel. */
type Typed = {
  start: Day;
  end: Day;
  guestName: string;
  tel: string;
  remark: string;
  day: Day;
  time: string;
};

/** A moment as day and time of the hotel. */
const momentOf = (instant: string, zone: string) => ({
  day: dayIn(zone, new Date(instant)),
  time: timeText(instant, zone),
});

const inHours = (hours: number): string => new Date(Date.now() + hours * AN_HOUR_MS).toISOString();

/** Row of the moment at which the 仮予約 ends by itself. */
function UntilRow(props: { typed: Typed; zone: string; onChange: (part: Partial<Typed>) => void }) {
  const { typed, zone, onChange } = props;
  const id = useId();
  return (
    <>
      <span>期限</span>
      <span>
        <span className="tentative-until">
          <DayInput
            label="期限の日"
            value={typed.day}
            isRequired
            picker={PICKER}
            onDay={(day) => day && onChange({ day })}
          />
          <label className="visually-hidden" htmlFor={id}>
            期限の時刻
          </label>
          <InputGroup id={id} type="time" value={typed.time} onValueChange={(time) => onChange({ time })} />
          {USUAL_HOURS.map((hours) => (
            <Button
              key={hours}
              size="small"
              text={`${hours}時間後`}
              onClick={() => onChange(momentOf(inHours(hours), zone))}
            />
          ))}
        </span>
        <small>期限になると自動で解放されます。30分前に全端末でお知らせします。</small>
      </span>
    </>
  );
}

/** Buttons for a 仮予約 that is known. */
function KnownActions({ known }: { known: TentativeStay }) {
  const navigate = useNavigate();
  const book = async () => {
    closeTentativeDialog();
    beginInForm(() => bookTentative(known));
    await navigate(SCREENS.registration.path);
  };
  const release = () => {
    closeTentativeDialog();
    void releaseTentative(known);
  };
  return (
    <>
      <MoreMenu start={{ kind: 'tentative-stay', id: known.id }} onErased={closeTentativeDialog} />
      <Button text="解放する" onClick={release} />
      <Button intent="success" text="予約にする" onClick={() => void book()} />
    </>
  );
}

/** Holds a room for a guest until a moment, or changes that. */
export function TentativeDialog({ asked }: { asked: AskedTentative }) {
  const { roomNumber, stay, known } = asked;
  const zone = useValue(hotelAtom)?.timezone ?? 'Asia/Tokyo';
  const [typed, setTyped] = useState<Typed>(() => ({
    ...stay,
    guestName: known?.tentative.guestName ?? '',
    tel: known?.tentative.tel ?? '',
    remark: known?.tentative.remark ?? '',
    ...momentOf(known?.tentative.until ?? inHours(DEFAULT_HOURS), zone),
  }));
  const sending = useSending();
  useQuestionEnd(askedTentativeAtom, asked);
  const change = (part: Partial<Typed>) => {
    sending.refuse(null);
    setTyped((now) => ({ ...now, ...part }));
  };
  const save = async () => {
    const { day, time, ...rest } = typed;
    const untouched = known && momentOf(known.tentative.until, zone);
    const isSame = untouched?.day === day && untouched.time === time;
    const until = isSame ? (known?.tentative.until ?? '') : time && instantIn(zone, day, `${time}:00`);
    await saveTentative(asked, { ...rest, until });
    closeTentativeDialog();
  };
  return (
    <FormDialog
      title={`${roomText(roomNumber)}の仮予約`}
      text={known ? '変更' : '仮予約にする'}
      sending={sending}
      actions={known && <KnownActions known={known} />}
      onSubmit={() => void sending.send(save)}
      onClose={closeTentativeDialog}
    >
      <TextRow
        label="宿泊者名"
        value={typed.guestName}
        max={MAX_NAME}
        isFirst
        onValue={(guestName) => change({ guestName })}
      />
      <TextRow label="電話番号" value={typed.tel} max={MAX_TEL} onValue={(tel) => change({ tel })} />
      <StayRows
        start={typed.start}
        end={typed.end}
        onStart={(day) => change(stayFrom(typed, day))}
        onEnd={(end) => change({ end })}
      />
      <UntilRow typed={typed} zone={zone} onChange={change} />
      <TextRow label="備考" value={typed.remark} max={MAX_REMARK} onValue={(remark) => change({ remark })} />
    </FormDialog>
  );
}
