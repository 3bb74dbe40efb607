import {
  chosenRoomAtom,
  fieldValueAtom,
  formAtom,
  roomChoicesAtom,
  searchResultAtom,
} from '../state/form.js';
import { useValue } from '../state/store.js';
import { changeOfRoomText } from './proposal-texts.js';
import type { RoomOption } from './room-options.js';
import { SelectField } from './SelectField.js';

const optionsOf = (options: readonly RoomOption[]) =>
  options.map(({ roomId, label }) => (
    <option key={roomId} value={roomId}>
      {label}
    </option>
  ));

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
