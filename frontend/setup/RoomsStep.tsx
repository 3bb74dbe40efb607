import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { countText, monthText } from '@domain/calendar/stay-text.js';
import { addMonths, type Day, type Month, monthOf, monthsFromTo } from '@domain/dates.js';
import type { ManagedRoomMonth, RoomMonthsChanged } from '@wire/room-months.js';
import { encodePlannedRoom } from '@wire/room-record.js';
import { useEffect, useState } from 'react';
import { refusalOf, tellDone, withConfirmation } from '../masters/lists.atoms.js';
import { MonthField } from '../masters/rooms/MonthField.js';
import { fetchRoomMonths } from '../masters/rooms.atoms.js';
import { alertFailure } from '../shared/alert-failure.js';
import { useDraft } from '../shared/drafts.js';
import { todayAtom } from '../shared/hotel.js';
import { Resource } from '../shared/resource.js';
import { useValue } from '../shared/store.js';
import { FileButton } from '../shared/ui/FileButton.js';
import { ListState } from '../shared/ui/ListState.js';
import { RefusalText, useSending } from '../shared/ui/sending.js';
import { useOpened } from '../shared/ui/use-opened.js';
import { FloorPlan } from './FloorPlan.js';
import {
  EMPTY_PLAN,
  knownRoom,
  type Paint,
  type PlanDraft,
  paintRooms,
  planDraft,
  roomsOf,
  storedPlan,
} from './room-plan.js';
import { beginSetup, checkRooms, enterRooms, type RoomPlan, setup } from './setup.js';

const MONTHS_AHEAD = 12;
const TYPES = ['シングル', 'セミダブル', 'ダブル', 'ツイン', '倉庫'];
const FAULTS_SHOWN = 8;

type Brush = { name: string; paint: Paint };
const BRUSHES: readonly { label: string; brushes: readonly Brush[] }[] = [
  {
    label: '喫煙区分',
    brushes: [
      { name: '禁煙', paint: { smokingStatus: '禁煙' } },
      { name: '喫煙', paint: { smokingStatus: '喫煙' } },
    ],
  },
  {
    label: '性別の優先',
    brushes: [
      { name: '男性', paint: { priority: '男性' } },
      { name: '女性', paint: { priority: '女性' } },
      { name: '優先なし', paint: { priority: '' } },
    ],
  },
  {
    label: '法人',
    brushes: [
      { name: '法人専用', paint: { corporate: 1 } },
      { name: '専用にしない', paint: { corporate: 0 } },
    ],
  },
  { label: '部屋', brushes: [{ name: '図から除く', paint: 'leave-out' }] },
];

/** A CSV file as text: UTF-8, or what spreadsheets in Japan write; null for neither. */
async function textOfFile(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Try the next encoding.
    }
  }
  return null;
}

type BrushesProps = { types: readonly string[]; chosen: Brush; onChoose: (brush: Brush) => void };

/** Offers the brushes of the plan: the types and the other traits. */
function Brushes({ types, chosen, onChoose }: BrushesProps) {
  const [other, setOther] = useState('');
  const typeBrush = (roomType: string): Brush => ({ name: roomType, paint: { roomType } });
  const groups = [{ label: '部屋タイプ', brushes: types.map(typeBrush) }, ...BRUSHES];
  return (
    <fieldset className="brushes">
      <legend className="visually-hidden">図に塗るもの</legend>
      {groups.map(({ label, brushes }) => (
        <div key={label} className="row">
          <span className="soft">{label}</span>
          {brushes.map((brush, index) => (
            <label
              key={brush.name}
              className="brush"
              data-shade={label === '部屋タイプ' ? index % 6 : undefined}
            >
              <input
                type="radio"
                name="brush"
                checked={chosen.name === brush.name}
                onChange={() => onChoose(brush)}
              />
              {brush.name}
            </label>
          ))}
          {label === '部屋タイプ' && (
            <InputGroup
              className="other-brush"
              size="small"
              aria-label="ほかの部屋タイプ"
              placeholder="ほかのタイプ"
              maxLength={50}
              value={other}
              onValueChange={(text) => {
                setOther(text);
                if (text.trim()) onChoose(typeBrush(text.trim()));
              }}
            />
          )}
        </div>
      ))}
    </fieldset>
  );
}

type Preview = { plan: RoomPlan; counts: RoomMonthsChanged; rooms: number; months: number };

type PlanPreviewProps = { preview: Preview; onDone: () => void; onCancel: () => void };

/** Shows the effect of entering the plan, and asks for it. */
function PlanPreview({ preview, onDone, onCancel }: PlanPreviewProps) {
  const { plan, counts, rooms, months } = preview;
  const { isSending, send } = useSending();
  const enter = async () => {
    try {
      if (!(await beginSetup())) return;
      const done = await withConfirmation((acknowledged) => enterRooms(plan, acknowledged));
      if (!done) return;
      tellDone(`${countText(rooms)}室を${months}か月分登録しました。`);
      onDone();
    } catch (error) {
      await alertFailure(error);
    } finally {
      void setup.reload();
    }
  };
  const isNothing = counts.created + counts.changed === 0;
  return (
    <section className="plan-preview row" aria-label="登録の確認">
      <p role="status">
        {`まだ登録していません。${countText(rooms)}室 × ${months}か月：新規${countText(counts.created)}件・変更${countText(counts.changed)}件・変わらない${countText(counts.unchanged)}件（1室の1か月で1件）。`}
      </p>
      {isNothing ? (
        <p className="soft">登録しても、変わる部屋はありません。</p>
      ) : (
        <Button
          autoFocus
          intent="primary"
          text="登録する"
          aria-disabled={isSending}
          onClick={() => send(enter)}
        />
      )}
      <Button text="やめる" onClick={onCancel} />
    </section>
  );
}

type PlannerProps = {
  known: PlanDraft['known'];
  today: Day;
  /** Called once rooms are entered: these are there now. */
  onEntered: (rooms: PlanDraft['known']) => void;
};

/** The rooms of the plan, once it is known which there are. */
function Planner({ known, today, onEntered }: PlannerProps) {
  const [plan, setPlan] = useDraft('room-plan', EMPTY_PLAN);
  const draft = planDraft(plan, known);
  const [brush, setBrush] = useState<Brush>({ name: 'ツイン', paint: { roomType: 'ツイン' } });
  const from = monthOf(today);
  const [until, setUntil] = useState<Month>(addMonths(from, MONTHS_AHEAD));
  const [preview, setPreview] = useState<Preview | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { rooms, faults, ignored } = roomsOf(draft);
  const types = [...new Set([...TYPES, ...rooms.map(({ roomType }) => roomType)])];
  const change = (next: (before: PlanDraft) => PlanDraft) => {
    setPlan((before) => storedPlan(next(planDraft(before, known))));
    setPreview(null);
    setRefusal(null);
  };
  const takeFile = async ([file]: File[]) => {
    const text = file ? await textOfFile(file) : null;
    if (text !== null) change((before) => ({ ...before, text }));
    else
      setRefusal('ファイルの文字コードを判別できません。UTF-8かShift_JISのCSVファイルを選択してください。');
  };
  const check = async () => {
    const plan = { rooms: rooms.map(encodePlannedRoom), from, until };
    try {
      const counts = await checkRooms(plan);
      setPreview({ plan, counts, rooms: rooms.length, months: monthsFromTo(from, until).length });
      setRefusal(null);
    } catch (error) {
      const { fields, text } = refusalOf(error, ['until']);
      setRefusal([fields.until, text].filter(Boolean).join('\n'));
    }
  };
  return (
    <div className="setup-rooms stack">
      <div className="room-text">
        <label htmlFor="room-text">部屋番号の並び、または表計算ソフトからの貼り付け</label>
        <TextArea
          id="room-text"
          fill
          autoResize={false}
          placeholder="2〜10階、01〜16、04・09・14を除く、桜、別館1〜別館5"
          aria-invalid={faults.length > 0 || undefined}
          aria-describedby="room-text-says"
          value={draft.text}
          onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, text: value }))}
        />
        <div className="row">
          <FileButton
            keyName="chooseRoomsFile"
            label="部屋のCSVファイル"
            onOpen={() => {}}
            onChoose={takeFile}
          />
          <span className="soft">列は、部屋番号・部屋タイプ・喫煙区分・性別の優先・法人専用など。</span>
        </div>
        <div id="room-text-says" role="status">
          {faults.length > 0 ? (
            <ul className="field-error">
              {faults.slice(0, FAULTS_SHOWN).map(({ line, message }) => (
                <li key={`${line} ${message}`}>{message}</li>
              ))}
              {faults.length > FAULTS_SHOWN && <li>{`ほか${faults.length - FAULTS_SHOWN}件`}</li>}
            </ul>
          ) : (
            <p className="plan-count">{rooms.length > 0 ? `${countText(rooms.length)}室` : ''}</p>
          )}
          {ignored.length > 0 && <p className="soft">{`使わない列：${ignored.join('、')}`}</p>}
        </div>
      </div>
      {rooms.length > 0 && (
        <>
          <Brushes types={types} chosen={brush} onChoose={setBrush} />
          <FloorPlan
            rooms={rooms}
            types={types}
            onPaint={(numbers) => change((before) => paintRooms(before, numbers, brush.paint))}
          />
          <p className="soft">
            クリックやなぞりで塗ります。キーボードでは矢印で動いて Enter
            で塗り、Shift+矢印で塗りながら動きます。
          </p>
          <div className="plan-months row">
            <span>{`${monthText(from)}から`}</span>
            <MonthField
              id="plan-until"
              aria-label="終了月"
              value={until}
              today={today}
              onChange={(month) => {
                setUntil(month);
                setPreview(null);
              }}
            />
            <span>まで</span>
            <Button
              intent={preview ? 'none' : 'primary'}
              text="内容を確認"
              disabled={faults.length > 0}
              onClick={check}
            />
          </div>
        </>
      )}
      <RefusalText text={refusal} />
      {preview && (
        <PlanPreview
          preview={preview}
          onDone={() => {
            setPreview(null);
            setPlan(null);
            onEntered(rooms);
          }}
          onCancel={() => setPreview(null)}
        />
      )}
    </div>
  );
}

/** The rooms that the hotel has in a month. */
const knownRooms = new Resource<Month, ManagedRoomMonth[]>('setup/rooms', fetchRoomMonths);

type KnownProps = { today: Day; onKnown: (known: PlanDraft['known']) => void };

/** Reads the rooms that the hotel has already. */
function KnownRooms({ today, onKnown }: KnownProps) {
  const { value, error } = useOpened(knownRooms, monthOf(today));
  useEffect(() => {
    if (value) onKnown(value.map(knownRoom));
  }, [value, onKnown]);
  return <ListState failure={error?.message ?? null} isLoading onRetry={() => knownRooms.reload()} />;
}

/** 部屋: all rooms of the hotel at once, by their pattern or from a spreadsheet, painted over, for months ahead. */
export function RoomsStep({ rooms }: { rooms: number }) {
  const today = useValue(todayAtom);
  const [known, setKnown] = useState<PlanDraft['known'] | null>(rooms === 0 ? [] : null);
  if (today === null) return null;
  if (known === null) return <KnownRooms today={today} onKnown={setKnown} />;
  return <Planner known={known} today={today} onEntered={setKnown} />;
}
