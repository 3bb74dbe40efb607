import { roomText } from '@domain/room/room-number.js';
import type { ProposedMoves, ProposedRoom, RoomProposalsQuery } from '@wire/room-proposals.js';
import { useEffect, useId, useState } from 'react';
import { store, useValue } from '../shared/store.js';
import { focusField, leadFocusTo } from '../shared/ui/focus-field.js';
import { keyText, useKey } from '../shared/ui/keys.js';
import { chooseSplit, formAtom, formModeAtom } from './form.js';
import { fieldId } from './form-values.js';
import { marksOfMoves, marksOfSplit, type PreviewMark, previewAtom } from './room-preview.js';
import { applyMoves, FIRST_PROPOSAL, moveText, nightsText, roomProposals } from './room-proposals.js';
import './proposals.css';
import { Button } from '@blueprintjs/core';

const NONE = 'ほかの予約の移動や途中での部屋替えでも、空室を作れませんでした。';

/** Keeps the proposals as of now: asked for anew when bookings or rooms change anywhere. */
function useProposals(sought: RoomProposalsQuery): void {
  useEffect(() => {
    void roomProposals.load(sought);
    const stop = roomProposals.follow(
      ({ bookings, rooms, closures }) => bookings.length + rooms.length > 0 || closures !== undefined,
    );
    return () => {
      stop();
      roomProposals.reset();
      store.set(previewAtom, []);
    };
  }, [sought]);
}

/** Ways to have the guests though no room is free for their whole stay. */
export function RoomProposals({ sought }: { sought: RoomProposalsQuery }) {
  useProposals(sought);
  const { value: proposals } = useValue(roomProposals.atom);
  const { split } = useValue(formAtom);
  const maySplit = useValue(formModeAtom).kind === 'new';
  const [applying, setApplying] = useState(false);
  useKey('proposals', () => focusField(FIRST_PROPOSAL));
  if (!proposals) return null;
  const splits = maySplit ? proposals.splits : [];
  const ways = proposals.moves.length + splits.length;
  if (ways === 0)
    return (
      <p className="proposals-none" aria-live="polite">
        {NONE}
      </p>
    );

  const apply = async (proposal: ProposedMoves) => {
    if (applying) return;
    setApplying(true);
    const done = await applyMoves(proposal);
    setApplying(false);
    if (done) leadFocusTo(fieldId('checkinTime'));
    else await roomProposals.reload();
  };
  const choose = (parts: [ProposedRoom, ProposedRoom]) => {
    chooseSplit(parts);
    focusField(fieldId('checkinTime'));
  };
  return (
    <section className="proposals" aria-label="空室の提案">
      <p className="proposals-head" role="status">
        空ける方法が{ways}案あります（{keyText('proposals')}）
      </p>
      {proposals.moves.map((proposal, index) => (
        <ProposalCard
          key={proposal.room.room_number}
          id={index === 0 ? FIRST_PROPOSAL : undefined}
          title={`${roomText(proposal.room.room_number)}を空ける（部屋移動${proposal.moves.length}件）`}
          lines={proposal.moves.map(moveText)}
          button="移動して選ぶ"
          disabled={applying}
          marks={marksOfMoves(proposal)}
          onChoose={() => apply(proposal)}
        />
      ))}
      {splits.map(({ parts }, index) => (
        <ProposalCard
          key={parts.map(({ room_number }) => room_number).join()}
          id={index === 0 && proposals.moves.length === 0 ? FIRST_PROPOSAL : undefined}
          title={`2室に分ける（${parts.map(({ room_number }) => room_number).join(' → ')}）`}
          lines={parts.map((part) => `${part.room_number} ${nightsText(part)}`)}
          button="2室で予約"
          disabled={applying}
          chosen={split?.every((part, at) => part.room_id === parts[at]?.room_id) ?? false}
          marks={marksOfSplit(parts)}
          onChoose={() => choose(parts)}
        />
      ))}
    </section>
  );
}

type ProposalCardProps = {
  title: string;
  /** Consequences, one a line. */
  lines: readonly string[];
  button: string;
  /** The button's, so that a key finds it. */
  id: string | undefined;
  disabled: boolean;
  /** True if it is what the form says now. */
  chosen?: boolean;
  marks: readonly PreviewMark[];
  onChoose: () => void;
};

/** A way to have the guests; while it is looked at, the calendar shows what it would do. */
function ProposalCard({ title, lines, marks, ...rest }: ProposalCardProps) {
  const titleId = useId();
  const linesId = useId();
  const show = () => store.set(previewAtom, marks);
  const hide = () => store.set(previewAtom, []);
  return (
    <article
      className="proposal"
      aria-labelledby={titleId}
      data-chosen={rest.chosen || undefined}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      <div className="proposal-head row">
        <h3 id={titleId}>{title}</h3>
        <Button
          id={rest.id}
          size="small"
          variant="outlined"
          intent="primary"
          text={rest.button}
          aria-describedby={`${titleId} ${linesId}`}
          aria-pressed={rest.chosen}
          disabled={rest.disabled}
          onClick={rest.onChoose}
        />
      </div>
      <ul id={linesId}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </article>
  );
}
