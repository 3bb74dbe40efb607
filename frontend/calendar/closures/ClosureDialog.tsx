import './closure-dialog.css';
import { Button, InputGroup } from '@blueprintjs/core';
import { MAX_REASON } from '@domain/limits.js';
import { roomText } from '@domain/room/room-number.js';
import type { ClosureProposals } from '@wire/room-closure.js';
import { useState } from 'react';
import { moveText } from '../../booking/room-proposals.js';
import { ApiError } from '../../shared/api/request.js';
import { todayAtom } from '../../shared/hotel.js';
import { useValue } from '../../shared/store.js';
import { FormDialog, useQuestionEnd } from '../../shared/ui/FormDialog.js';
import { StayRows, stayFrom } from '../../shared/ui/StayRows.js';
import { useSending } from '../../shared/ui/sending.js';
import {
  type AskedClosure,
  askedClosureAtom,
  closeClosureDialog,
  fetchClosureMoves,
  saveClosure,
  type TypedClosure,
  takeBackClosure,
} from './closures.js';

const REASON_ID = 'closure-reason';
const USUAL = ['故障', '水漏れ', '清掃・消臭', '工事', '点検'];
const OVER_BOOKINGS = 'closure_over_bookings';

/** Rooms that the bookings in the way could move to, with a button that moves them and closes the room in one step. */
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
  const [proposals, setProposals] = useState<ClosureProposals | null>(null);
  const sending = useSending();
  useQuestionEnd(askedClosureAtom, asked);
  const change = (part: Partial<TypedClosure>) => {
    setProposals(null);
    sending.refuse(null);
    setTyped((now) => ({ ...now, ...part }));
  };
  const refused = async (error: unknown) => {
    const isOver = error instanceof ApiError && error.errors.some(({ code }) => code === OVER_BOOKINGS);
    setProposals(isOver ? await fetchClosureMoves(roomNumber, typed).catch(() => null) : null);
  };
  const save = (wanted: TypedClosure, moves: NonNullable<ClosureProposals['moves']> = []) => {
    const write = async () => {
      await saveClosure(asked, wanted, moves);
      closeClosureDialog();
    };
    void sending.send(write, refused);
  };
  return (
    <FormDialog
      title={`${roomText(roomNumber)}の売り止め`}
      text={closure ? '変更' : '売り止めにする'}
      sending={sending}
      actions={<KnownActions asked={asked} onEnd={save} />}
      beneath={proposals && <Moves proposals={proposals} onMove={() => save(typed, proposals.moves ?? [])} />}
      onSubmit={() => save(typed)}
      onClose={closeClosureDialog}
    >
      <StayRows
        start={typed.start}
        end={typed.end}
        onStart={(day) => change(stayFrom(typed, day))}
        onEnd={(end) => change({ end })}
      />
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
    </FormDialog>
  );
}
