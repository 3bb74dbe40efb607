import { Button } from '@blueprintjs/core';
import { countText } from '@domain/calendar/stay-text.js';
import type { ManagedRoomMonth, RoomMonthsChanged } from '@wire/room-months.js';
import { useDraft } from '../../shared/drafts.js';
import { useValue } from '../../shared/store.js';
import { KEYS } from '../../shared/ui/key-table.js';
import { keyText } from '../../shared/ui/keys.js';
import { EntryForm } from '../EntryForm.js';
import { changeRooms } from '../room-changes.js';
import {
  chooseNone,
  chosenRoomsAtom,
  ROOM_FIELD_NAMES,
  ROOM_FIELDS,
  type RoomField,
  type RoomValues,
  roomFieldText,
} from '../rooms.atoms.js';
import { RoomEntry } from './CellEditor.js';

const HINTS = [
  'roomChoose',
  'roomChooseFloor',
  'roomChooseAll',
  'roomEdit',
  'roomMoveUp',
  'roomMoveDown',
] as const;

/** まとめて変更: the chosen rooms and what they are to become; how to choose while none is chosen. */
export function BulkPane() {
  const rooms = useValue(chosenRoomsAtom);
  if (rooms.length > 0) return <BulkForm rooms={rooms} />;
  return (
    <div className="bulk-empty stack">
      <p>表で部屋を選ぶと、まとめて変更できます。</p>
      <p className="soft">
        部屋番号をクリックすると選べます。Shiftを押しながらクリックすると、その部屋まで選べます。欄をダブルクリックすると、その場で変更できます。部屋番号をドラッグすると、並び順を変えられます。
      </p>
      <dl>
        {HINTS.map((name) => (
          <div key={name}>
            <dt>
              <kbd>{keyText(name)}</kbd>
            </dt>
            <dd>{KEYS[name][0]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const NAMES = { created: '新規', changed: '変更', unchanged: '変更なし' } as const;

/** Shows how many room-months a change makes, changes and leaves. */
export function ChangeCounts({ counts }: { counts: RoomMonthsChanged }) {
  return (
    <dl className="outcome-counts">
      {(['created', 'changed', 'unchanged'] as const).map((name) => (
        <div key={name} data-none={counts[name] === 0 || undefined}>
          <dt>{NAMES[name]}</dt>
          <dd>{countText(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

const MOST_NAMED = 12;

function numbersText(rooms: readonly ManagedRoomMonth[]): string {
  const named = rooms.slice(0, MOST_NAMED).map(({ room_number }) => room_number);
  return `${named.join('、')}${rooms.length > MOST_NAMED ? ` ほか${rooms.length - MOST_NAMED}室` : ''}`;
}

/** Returns what the rooms have in a field: the one value, or that they differ. */
function presentText(rooms: readonly ManagedRoomMonth[], field: RoomField): string {
  const texts = new Set(rooms.map((room) => roomFieldText(field, room)));
  const [only] = texts;
  return texts.size === 1 ? only || 'なし' : '部屋により異なる';
}

/** Edits the chosen rooms together: only the fields that are touched are changed. */
function BulkForm({ rooms }: { rooms: readonly ManagedRoomMonth[] }) {
  const [values, setValues] = useDraft<Partial<RoomValues>>('bulk-rooms', {});
  const touched = Object.keys(values).length;
  const untouch = (field: RoomField) => {
    const { [field]: _, ...others } = values;
    setValues(others);
  };
  const cancel = () => {
    setValues(null);
    chooseNone();
  };
  const submit = async () => {
    if (touched === 0) return 'given up';
    const outcome = await changeRooms(rooms.map((room) => ({ room, values })));
    if (outcome === 'done') setValues(null);
    return outcome;
  };
  return (
    <EntryForm label="まとめて変更" className="panel-form stack" onSubmit={submit}>
      {(sending, errors) => (
        <>
          <div className="bulk-rooms">
            <h2>{`${rooms.length}室を選択中`}</h2>
            <Button size="small" variant="minimal" text="選択を解除" onClick={cancel} />
            <p className="soft">{numbersText(rooms)}</p>
          </div>
          {ROOM_FIELD_NAMES.map((field) => {
            const value = values[field];
            return (
              <RoomEntry
                key={field}
                form="bulk"
                field={field}
                error={errors[field]}
                value={value === undefined ? null : String(value)}
                blank={`変更しない（${presentText(rooms, field)}）`}
                onChange={(changed) => setValues({ ...values, ...changed })}
                aside={
                  value !== undefined && (
                    <>
                      <span className="touched-mark">変更する</span>
                      <Button
                        size="small"
                        variant="minimal"
                        text="変更しない"
                        aria-label={`${ROOM_FIELDS[field].label}を変更しない`}
                        onClick={() => untouch(field)}
                      />
                    </>
                  )
                }
              />
            );
          })}
          <Button
            type="submit"
            intent="primary"
            text={`${rooms.length}室を変更`}
            disabled={touched === 0}
            aria-disabled={sending}
          />
        </>
      )}
    </EntryForm>
  );
}
