import './closure-dialog.css';
import { Button, InputGroup } from '@blueprintjs/core';
import { stayText } from '@domain/calendar/stay-text.js';
import { addDays, daysBetween } from '@domain/dates.js';
import { MAX_REASON } from '@domain/limits.js';
import { roomText } from '@domain/room/room-number.js';
import type { ClosureProposals } from '@wire/room-closure.js';
import { type FormEvent, useEffect, useState } from 'react';
import { moveText } from '../../booking/room-proposals.js';
import { ApiError, failureText } from '../../shared/api/request.js';
import { todayAtom } from '../../shared/hotel.js';
import { store, useValue } from '../../shared/store.js';
import { DayInput } from '../../shared/ui/DateInput.js';
import { Modal } from '../../shared/ui/Modal.js';
import {
  type AskedClosure,
  askedClosureAtom,
  closeClosureDialog,
  fetchClosureMoves,
  saveClosure,
  type TypedClosure,
  takeBackClosure,
} from './closures.js';

const FORM_ID = 'closure-form';
const REASON_ID = 'closure-reason';
const USUAL = ['故障', '水漏れ', '清掃・消臭', '工事', '点検'];
const PICKER = { start: null, earliest: null, latest: null };
const OVER_BOOKINGS = 'closure_over_bookings';

/** Says where the bookings in the way could go, and does both in one step. */
function Moves({ proposals, onMove }: { proposals: ClosureProposals; onMove: () => void }) {
  const { moves } = proposals;
  if (!moves) {
    return <p>移せる部屋が見つかりません。予約を個別に動かすか、期間を変えてください。</p>;
  }
  return (
    <section className="closure-moves" aria-label="予約の移動先の案">
      <p>次のように部屋を移すと、売り止めにできます。</p>
      <ul>
        {moves.map((move) => (
          <li key={move.id}>{moveText(move)}</li>
        ))}
      </ul>
      <Button autoFocus intent="primary" text={`${moves.length}件を移して売り止めにする`} onClick={onMove} />
    </section>
  );
}

/** Buttons for a 売り止め that is known: sold again from today on, or taken back as a whole. */
function KnownActions({ asked, onEnd }: { asked: AskedClosure; onEnd: (closed: TypedClosure) => void }) {
  const today = useValue(todayAtom);
  const { closure } = asked;
  if (!closure) return null;
  const isRunning = today !== null && closure.start < today && today < closure.end;
  const takeBack = () => {
    closeClosureDialog();
    void takeBackClosure(closure);
  };
  return (
    <>
      <Button text="取り消す" onClick={takeBack} />
      {isRunning && <Button text="今日から販売する" onClick={() => onEnd({ ...closure, end: today })} />}
    </>
  );
}

/** Records a room out of order for some nights, or changes it. */
export function ClosureDialog({ asked }: { asked: AskedClosure }) {
  const { roomNumber, stay, closure } = asked;
  const [typed, setTyped] = useState<TypedClosure>({ ...stay, reason: closure?.reason ?? '' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [proposals, setProposals] = useState<ClosureProposals | null>(null);
  const [sending, setSending] = useState(false);
  // Another question may stand in its place already.
  useEffect(() => {
    return () => {
      store.set(askedClosureAtom, (now) => (now === asked ? null : now));
    };
  }, [asked]);
  const change = (part: Partial<TypedClosure>) => {
    setProposals(null);
    setRefusal(null);
    setTyped((now) => ({ ...now, ...part }));
  };
  const refused = async (error: unknown) => {
    setRefusal(failureText(error));
    const isOver = error instanceof ApiError && error.errors.some(({ code }) => code === OVER_BOOKINGS);
    setProposals(isOver ? await fetchClosureMoves(roomNumber, typed).catch(() => null) : null);
  };
  const save = async (wanted: TypedClosure, moves: NonNullable<ClosureProposals['moves']> = []) => {
    if (sending) return;
    setSending(true);
    try {
      await saveClosure(asked, wanted, moves);
      closeClosureDialog();
    } catch (error) {
      await refused(error);
    } finally {
      setSending(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save(typed);
  };
  const lastNight = typed.end > typed.start ? stayText(typed) : '';
  return (
    <Modal
      title={`${roomText(roomNumber)}の売り止め`}
      isOpen
      ownFocus
      className="closure-dialog"
      onClose={closeClosureDialog}
      actions={
        <>
          <KnownActions asked={asked} onEnd={(ended) => void save(ended)} />
          <Button
            type="submit"
            form={FORM_ID}
            intent="primary"
            disabled={sending}
            text={closure ? '変更' : '売り止めにする'}
          />
        </>
      }
    >
      <form id={FORM_ID} className="closure-form" noValidate onSubmit={onSubmit}>
        <span>開始日</span>
        <DayInput
          label="開始日"
          value={typed.start}
          isRequired
          picker={PICKER}
          onDay={(start) => {
            if (!start) return;
            const nights = Math.max(1, daysBetween(typed.start, typed.end));
            change({ start, ...(typed.end <= start && { end: addDays(start, nights) }) });
          }}
        />
        <span>終了日</span>
        <span>
          <DayInput
            label="終了日"
            value={typed.end}
            isRequired
            picker={PICKER}
            onDay={(end) => end && change({ end })}
          />
          <small>この日の夜から販売できます　{lastNight}</small>
        </span>
        <label htmlFor={REASON_ID}>理由</label>
        <span>
          <InputGroup
            id={REASON_ID}
            autoFocus
            autoComplete="off"
            maxLength={MAX_REASON}
            value={typed.reason}
            onValueChange={(reason) => change({ reason })}
          />
          <span className="weather-choices">
            {USUAL.map((reason) => (
              <Button key={reason} size="small" text={reason} onClick={() => change({ reason })} />
            ))}
          </span>
          <small>
            全員に見えます。お客様の名前は書かないでください。終わりが未定のときは、見込みの日を入れて後で延ばします。
          </small>
        </span>
      </form>
      {refusal !== null && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
      {proposals && <Moves proposals={proposals} onMove={() => void save(typed, proposals.moves ?? [])} />}
    </Modal>
  );
}
