import { countText } from '@domain/calendar/stay-text.js';
import '../masters/masters.css';
import '../masters/master-list.css';
import '../masters/room-panel.css';
import './setup.css';
import { Button, Spinner } from '@blueprintjs/core';
import { ArrowRight, Tick } from '@blueprintjs/icons';
import { SETUP_STEPS, type SetupStep, type StepState } from '@domain/setup/setup.js';
import { SETUP_STEP_TITLES } from '@wire/field-texts.js';
import type { SetupRecord } from '@wire/setup.js';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { AffectedBookings } from '../masters/AffectedBookings.js';
import { DoneNotice } from '../masters/DoneNotice.js';
import { HOTEL_FORM_ID, HotelPane, isHotelTypedAtom } from '../masters/HotelPane.js';
import { forgetDone } from '../masters/lists.atoms.js';
import { SCREENS, SETUP_SCREEN } from '../shared/screens.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { ListState } from '../shared/ui/ListState.js';
import { ConfirmationStep } from './ConfirmationStep.js';
import { MastersStep } from './MastersStep.js';
import { MoveInStep } from './MoveInStep.js';
import { RoomsStep } from './RoomsStep.js';
import { followSetup, setup, skipStep } from './setup.js';

const STATES: Readonly<Record<StepState, string>> = { done: '完了', skipped: '後回し', open: '未完了' };

const LEADS: Readonly<Record<SetupStep, string>> = {
  hotel: 'ホテル名や住所は、画面・カード・領収書に使います。あとからマスタで変更できます。',
  rooms: '部屋番号を並びで入力するか、表計算ソフトから貼り付けて、図の上で種類を塗り分けます。',
  masters: '予約で選ぶ支払方法と法人、予約を取り扱うスタッフを登録します。',
  bookings: '旧システムに入っている予約を、ファイルから取り込みます。',
  confirmation: '旧システムと日ごとに見比べて、違いがなければ開業します。',
};

/** Returns what is known of a step beyond its state. */
function factOf(step: SetupStep, { rooms, payments, bookings }: SetupRecord): string {
  if (step === 'rooms' && rooms > 0) return `${countText(rooms)}室`;
  if (step === 'masters' && payments > 0) return `支払方法${payments}件`;
  if (step === 'bookings' && bookings > 0) return `${countText(bookings)}件`;
  return '';
}

type StepListProps = { status: SetupRecord; shown: SetupStep; onShow: (step: SetupStep) => void };

/** The five steps with what is done and what is next. */
function StepList({ status, shown, onShow }: StepListProps) {
  return (
    <nav className="setup-steps" aria-label="開業準備のステップ">
      <ol>
        {status.steps.map(({ step, state }, index) => (
          <li key={step}>
            <button
              type="button"
              className="setup-step list-button"
              data-state={state}
              aria-current={step === shown ? 'step' : undefined}
              onClick={() => onShow(step)}
            >
              <span className="setup-number" aria-hidden="true">
                {state === 'done' ? <Tick size={16} /> : index + 1}
              </span>
              <span className="setup-name">{SETUP_STEP_TITLES[step]}</span>
              <span className="setup-state soft">
                {step === status.next ? '次はここ' : STATES[state]}
                <span>{factOf(step, status)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type StepFootProps = {
  step: SetupStep;
  state: StepState;
  onNext: (step: SetupStep) => void;
  /** Goes on once what the shown form holds is saved. */
  onceSaved: (goOn: () => void) => void;
};

/** Below each step: to leave it for later, and to the next one; behind the last one is the calendar. */
function StepFoot({ step, state, onNext, onceSaved }: StepFootProps) {
  const isTyped = useValue(isHotelTypedAtom) && step === 'hotel';
  const navigate = useNavigate();
  const next = SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1];
  if (!next && state === 'done') return null;
  const goOn = () => (next ? onNext(next) : navigate(SCREENS.list.path));
  const skip = async () => {
    if (await skipStep(step, 1)) goOn();
  };
  return (
    <div className="setup-foot row">
      {state === 'open' && <Button text="後回しにする" onClick={skip} />}
      {state === 'skipped' && <Button text="後回しをやめる" onClick={() => skipStep(step, 0)} />}
      <Button
        intent={state === 'done' ? 'primary' : 'none'}
        text={next ? `次へ：${SETUP_STEP_TITLES[next]}` : '予約一覧へ'}
        endIcon={<ArrowRight size={14} />}
        {...(isTyped && { type: 'submit', form: HOTEL_FORM_ID })}
        onClick={isTyped ? () => onceSaved(goOn) : goOn}
      />
    </div>
  );
}

function contentOf(step: SetupStep, status: SetupRecord, onSaved: (isSaved: boolean) => void): ReactNode {
  switch (step) {
    case 'hotel':
      return <HotelPane onSaved={onSaved} />;
    case 'rooms':
      return <RoomsStep rooms={status.rooms} />;
    case 'masters':
      return <MastersStep status={status} />;
    case 'bookings':
      return <MoveInStep bookings={status.bookings} hasRooms={status.rooms > 0} />;
    case 'confirmation':
      return <ConfirmationStep status={status} />;
    default:
      return step satisfies never;
  }
}

/** The state of an address that staff went to from another step. */
const GONE_TO = 'another step';

/** 開業準備: the five steps of a hotel's first day, taken up on any terminal where they were left. */
export function SetupScreen() {
  const { value: status, error, status: reading } = useValue(setup.atom);
  const mayManage = useMay('manage');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const wanted = SETUP_STEPS.find((step) => step === search.get('step'));
  // The next step as the screen opened stays, done or not, until staff go on.
  const [first, setFirst] = useState<SetupStep | null>(null);
  if (status && first === null) setFirst(status.next ?? 'confirmation');
  const shown = wanted ?? first ?? 'hotel';
  const isGoneTo = useLocation().state === GONE_TO && status !== null;
  useEffect(followSetup, []);
  // A step that is gone to begins at its heading; one that is shown first leaves the focus alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step moves the focus
  useLayoutEffect(() => {
    if (isGoneTo) heading.current?.focus();
  }, [shown, isGoneTo]);
  const goOn = useRef<(() => void) | null>(null);
  const onceSaved = (next: () => void) => {
    goOn.current = next;
  };
  const onSaved = (isSaved: boolean) => {
    if (isSaved) goOn.current?.();
    goOn.current = null;
  };
  const show = (step: SetupStep) => {
    forgetDone();
    navigate(`${SETUP_SCREEN.path}?step=${step}`, { state: GONE_TO });
  };
  if (!status) {
    return (
      <ListState
        failure={error?.message ?? null}
        isLoading={reading !== 'failed'}
        onRetry={() => setup.load(null)}
      >
        <Spinner size={18} />
      </ListState>
    );
  }
  const state = status.steps.find(({ step }) => step === shown)?.state ?? 'open';
  return (
    <div className="setup">
      <StepList status={status} shown={shown} onShow={show} />
      <section className="setup-pane vertical" aria-labelledby="setup-heading">
        <header className="setup-head">
          <div className="row">
            <h2 id="setup-heading" ref={heading} tabIndex={-1}>
              {SETUP_STEP_TITLES[shown]}
            </h2>
            <DoneNotice />
          </div>
          <p className="soft">{LEADS[shown]}</p>
        </header>
        <div className="setup-content">
          {mayManage ? contentOf(shown, status, onSaved) : <p>開業準備は管理者が進めます。</p>}
        </div>
        {mayManage && <StepFoot step={shown} state={state} onNext={show} onceSaved={onceSaved} />}
      </section>
      <AffectedBookings />
    </div>
  );
}
