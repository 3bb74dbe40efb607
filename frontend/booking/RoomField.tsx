import { Button } from '@blueprintjs/core';
import { useValue } from '../shared/store.js';
import { focusField } from '../shared/ui/focus-field.js';
import { SelectField } from './fields.js';
import { chosenRoomAtom, fieldValueAtom, formAtom, roomChoicesAtom, searchResultAtom } from './form.js';
import { chooseRoom } from './form-actions.js';
import { fieldId } from './form-values.js';
import { nextRoomsAtom } from './lost-room.js';
import { changeOfRoomText } from './parse-draft.js';
import type { RoomOption } from './room-options.js';

const optionsOf = (options: readonly RoomOption[]) =>
  options.map(({ roomId, label }) => (
    <option key={roomId} value={roomId}>
      {label}
    </option>
  ));

/** The next rooms when the chosen one was booked by another terminal. */
export function NextRooms() {
  const rooms = useValue(nextRoomsAtom);
  if (rooms.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn with a frame.
    <div role="group" aria-label="次の候補" className="next-rooms row">
      <span aria-hidden="true">次の候補</span>
      {rooms.map(({ roomNumber, label }) => (
        <Button
          key={roomNumber}
          size="small"
          text={roomNumber}
          data-tooltip={label}
          onClick={() => {
            chooseRoom(roomNumber);
            focusField(fieldId('roomId'));
          }}
        />
      ))}
    </div>
  );
}

/** ルームタイプ: the found rooms first, then the other free ones; closed while 部屋移動不可 is set. */
export function RoomField({ span }: { span: number }) {
  const { current, found, others } = useValue(roomChoicesAtom);
  const result = useValue(searchResultAtom);
  const chosen = useValue(chosenRoomAtom);
  const { split } = useValue(formAtom);
  const locked = useValue(fieldValueAtom('roomMoveLock')) === 1;
  const option = [...current, ...found, ...others].find(({ roomNumber }) => roomNumber === chosen);
  const blank = result ? `選択してください（${found.length}室）` : '部屋検索をしてください';
  return (
    <SelectField
      field="roomId"
      span={span}
      required
      disabled={locked}
      note={split ? `${changeOfRoomText(split[1])}（2件の予約として登録）` : result?.emptyBecause?.message}
      chosen={option ? String(option.roomId) : ''}
      read={(value) => Number(value) || null}
    >
      <option value="">{blank}</option>
      {optionsOf(current)}
      {optionsOf(found)}
      {others.length > 0 && <optgroup label="その他の空室">{optionsOf(others)}</optgroup>}
    </SelectField>
  );
}
