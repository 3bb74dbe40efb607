import { roomText } from '@domain/room/room-number.js';
import type { ManagedRoomMonth } from '@wire/room-months.js';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isComposing } from '../../shared/ui/composing-enter.js';
import { Entry, type EntryProps } from '../EntryForm.js';
import { changeRooms } from '../room-changes.js';
import {
  ROOM_FIELDS,
  type RoomField,
  type RoomValues,
  roomFieldText,
  roomFieldValue,
} from '../rooms.atoms.js';

/** The element id of the list of room types that are proposed. */
export const ROOM_TYPES_ID = 'room-types';
const LONGEST_TEXT = 50;

type CellEditorProps = { room: ManagedRoomMonth; field: RoomField; onClose: () => void };

/** A field of one room, edited in its cell: Enter and leaving save, Escape gives up. */
export function CellEditor({ room, field, onClose }: CellEditorProps) {
  const { label, choices } = ROOM_FIELDS[field];
  const [base, setBase] = useState(room);
  const [text, setText] = useState(String(room[field]));
  const [error, setError] = useState<string | null>(null);
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const saving = useRef(false);
  useEffect(() => {
    control.current?.focus();
    if (!choices) control.current?.select();
  }, [choices]);
  const changedElsewhere = room[field] !== base[field] && !saving.current;

  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    // Changes of the room's other fields meanwhile do not matter here.
    const version = room[field] === base[field] ? room.version : base.version;
    const outcome = await changeRooms([{ room: { ...base, version }, values: roomFieldValue(field, text) }]);
    saving.current = false;
    if (typeof outcome === 'string') return onClose();
    setBase(room);
    setError(outcome.fields[field] ?? outcome.text);
    control.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') void save();
    else onClose();
  };
  const said =
    error ??
    (changedElsewhere ? `他の端末で「${roomFieldText(field, room) || 'なし'}」に変更されました。` : null);
  const props = {
    ref: control,
    value: text,
    'aria-label': `${roomText(room.room_number)}の${label}`,
    'aria-invalid': error !== null || undefined,
    onKeyDown,
    onBlur: () => error === null && void save(),
    onChange: (event: { currentTarget: { value: string } }) => {
      setText(event.currentTarget.value);
      setError(null);
    },
  };
  return (
    <div className="cell-editor" data-takes-escape>
      {choices ? (
        <select {...props}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...props}
          type="text"
          autoComplete="off"
          maxLength={LONGEST_TEXT}
          list={field === 'room_type' ? ROOM_TYPES_ID : undefined}
        />
      )}
      {said !== null && (
        <p className="cell-error" role="alert">
          {said}
        </p>
      )}
    </div>
  );
}

type RoomEntryProps = Omit<EntryProps, 'id' | 'label' | 'choices' | 'onChange'> & {
  /** Prefix of the field's element id. */
  form: string;
  field: RoomField;
  onChange: (values: Partial<RoomValues>) => void;
};

/** A field of rooms in a form. */
export function RoomEntry({ form, field, onChange, ...entry }: RoomEntryProps) {
  return (
    <Entry
      {...entry}
      {...ROOM_FIELDS[field]}
      id={`${form}-${field}`}
      maxLength={LONGEST_TEXT}
      list={field === 'room_type' ? ROOM_TYPES_ID : undefined}
      onChange={(text) => onChange(roomFieldValue(field, text))}
    />
  );
}
