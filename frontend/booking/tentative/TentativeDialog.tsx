import './tentative.css';
import { Button, InputGroup } from '@blueprintjs/core';
import { stayText } from '@domain/calendar/stay-text.js';
import { addDays, type Day, dayIn, daysBetween, instantIn } from '@domain/dates.js';
import { MAX_NAME, MAX_REMARK, MAX_TEL } from '@domain/limits.js';
import { roomText } from '@domain/room/room-number.js';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../shared/api/request.js';
import { timeText } from '../../shared/clock-text.js';
import { hotelAtom } from '../../shared/hotel.js';
import { SCREENS } from '../../shared/screens.js';
import { store, useValue } from '../../shared/store.js';
import { DayInput } from '../../shared/ui/DateInput.js';
import { Modal } from '../../shared/ui/Modal.js';
import { TextRow } from '../../shared/ui/TextRow.js';
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

const FORM_ID = 'tentative-form';
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

type RowsProps = { typed: Typed; zone: string; onChange: (part: Partial<Typed>) => void };

/** The nights that are held. */
function NightRows({ typed: { start, end }, onChange }: RowsProps) {
  return (
    <>
      <span>開始日</span>
      <DayInput
        label="開始日"
        value={start}
        isRequired
        picker={PICKER}
        onDay={(day) =>
          day &&
          onChange({
            start: day,
            ...(end <= day && { end: addDays(day, Math.max(1, daysBetween(start, end))) }),
          })
        }
      />
      <span>終了日</span>
      <span>
        <DayInput
          label="終了日"
          value={end}
          isRequired
          picker={PICKER}
          onDay={(day) => day && onChange({ end: day })}
        />
        <small>この日の夜から販売できます　{end > start ? stayText({ start, end }) : ''}</small>
      </span>
    </>
  );
}

/** The moment at which it ends by itself. */
function UntilRow({ typed, zone, onChange }: RowsProps) {
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
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  // Another question may stand in its place already.
  useEffect(() => {
    return () => {
      store.set(askedTentativeAtom, (now) => (now === asked ? null : now));
    };
  }, [asked]);
  const change = (part: Partial<Typed>) => {
    setRefusal(null);
    setTyped((now) => ({ ...now, ...part }));
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    const { day, time, ...rest } = typed;
    const untouched = known && momentOf(known.tentative.until, zone);
    const isSame = untouched?.day === day && untouched.time === time;
    const until = isSame ? (known?.tentative.until ?? '') : time && instantIn(zone, day, `${time}:00`);
    try {
      await saveTentative(asked, { ...rest, until });
      closeTentativeDialog();
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setSending(false);
    }
  };
  const rows = { typed, zone, onChange: change };
  return (
    <Modal
      title={`${roomText(roomNumber)}の仮予約`}
      isOpen
      ownFocus
      className="tentative-dialog"
      onClose={closeTentativeDialog}
      actions={
        <>
          {known && <KnownActions known={known} />}
          <Button
            type="submit"
            form={FORM_ID}
            intent="primary"
            disabled={sending}
            text={known ? '変更' : '仮予約にする'}
          />
        </>
      }
    >
      <form id={FORM_ID} className="tentative-form" noValidate onSubmit={(event) => void onSubmit(event)}>
        <TextRow
          label="宿泊者名"
          value={typed.guestName}
          max={MAX_NAME}
          isFirst
          onValue={(guestName) => change({ guestName })}
        />
        <TextRow label="電話番号" value={typed.tel} max={MAX_TEL} onValue={(tel) => change({ tel })} />
        <NightRows {...rows} />
        <UntilRow {...rows} />
        <TextRow
          label="備考"
          value={typed.remark}
          max={MAX_REMARK}
          onValue={(remark) => change({ remark })}
        />
      </form>
      {refusal !== null && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </Modal>
  );
}
