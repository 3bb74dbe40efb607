import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { CATEGORIES, type Category } from '@domain/room/room-month.js';
import type { RoomTypeMappingRecord } from '@wire/csv-actions.js';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { HEADER_LABELS } from '../shared/calendar-data/header-rows.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { defineRoomType, roomTypeMappings, type UndefinedType, unmappedTypesAtom } from './room-types.js';

/** The mapping that is edited by its id, or a new one, with the room type that it is for. */
type Edited = { mapping: RoomTypeMappingRecord | null; roomType: string };

/** 部屋タイプ対応: which categories the channel manager's room types mean. */
export function MappingPane() {
  const { value: all } = useValue(roomTypeMappings.atom);
  const unmapped = useValue(unmappedTypesAtom);
  const [edited, setEdited] = useState<Edited | null>(null);
  const mayDefine = useMay('desk');
  const close = () => setEdited(null);
  const isNew = edited !== null && edited.mapping === null;
  return (
    <>
      <p className="soft">
        手間いらずの部屋記号・部屋名称を、ホテルの部屋の種類に対応させます。対応のないものは「部屋タイプ未定義」になります。
      </p>
      <UnmappedTypes
        types={unmapped}
        onDefine={mayDefine ? (roomType) => setEdited({ mapping: null, roomType }) : null}
      />
      {isNew && (
        <MappingEditor key={edited.roomType} mapping={null} roomType={edited.roomType} onClose={close} />
      )}
      <section className="mappings">
        <div className="pane-heading row">
          <h3>対応表</h3>
          {!isNew && mayDefine && (
            <Button size="small" text="追加" onClick={() => setEdited({ mapping: null, roomType: '' })} />
          )}
        </div>
        <ul>
          {(all?.mappings ?? []).map((mapping) =>
            edited?.mapping?.id === mapping.id ? (
              <li key={mapping.id}>
                <MappingEditor mapping={edited.mapping} roomType={edited.roomType} onClose={close} />
              </li>
            ) : (
              <MappingRow
                key={mapping.id}
                mapping={mapping}
                onEdit={mayDefine ? () => setEdited({ mapping, roomType: mapping.room_type }) : null}
              />
            ),
          )}
        </ul>
      </section>
    </>
  );
}

type MappingEditorProps = { mapping: RoomTypeMappingRecord | null; roomType: string; onClose: () => void };

/** Says what a room type means; of a new one also how it is called. */
function MappingEditor({ mapping, roomType, onClose }: MappingEditorProps) {
  const [name, setName] = useState(roomType);
  const [categories, setCategories] = useState<readonly Category[]>(mapping?.categories ?? []);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(
    () =>
      void form.current?.querySelector<HTMLElement>('input:not(:read-only), input[type="checkbox"]')?.focus(),
    [],
  );
  const toggle = (category: Category, on: boolean) =>
    setCategories(CATEGORIES.filter((other) => (other === category ? on : categories.includes(other))));
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    const saved = await defineRoomType(mapping, { room_type: name.trim(), categories: [...categories] });
    setSaving(false);
    if (saved) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
  return (
    <form
      ref={form}
      className="mapping-editor stack"
      aria-label="部屋タイプの対応"
      data-takes-escape
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
    >
      <label htmlFor="mapping-room-type">部屋記号・部屋名称</label>
      <InputGroup
        id="mapping-room-type"
        size="small"
        autoComplete="off"
        maxLength={100}
        readOnly={roomType !== ''}
        value={name}
        onValueChange={setName}
      />
      <fieldset className="mapping-categories">
        <legend className="visually-hidden">部屋の種類</legend>
        {CATEGORIES.map((category) => (
          <Checkbox
            key={category}
            label={HEADER_LABELS[category]}
            checked={categories.includes(category)}
            onChange={(event) => toggle(category, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <div className="import-buttons">
        <Button type="submit" size="small" intent="primary" text="保存" loading={saving} />
        <Button size="small" text="やめる" onClick={onClose} />
      </div>
    </form>
  );
}

type MappingRowProps = {
  mapping: RoomTypeMappingRecord;
  /** Null for those who may not. */
  onEdit: (() => void) | null;
};

/** Shows what a room type means, and a button to change it. */
function MappingRow({ mapping, onEdit }: MappingRowProps) {
  const { room_type, categories } = mapping;
  return (
    <li className="mapping-row">
      <strong>{room_type}</strong>
      <span>{categories.map((category) => HEADER_LABELS[category]).join('、')}</span>
      {onEdit && (
        <Button
          size="small"
          variant="minimal"
          text="変更"
          aria-label={`${room_type}の対応を変更`}
          onClick={onEdit}
        />
      )}
    </li>
  );
}

type UnmappedTypesProps = {
  types: readonly UndefinedType[];
  /** Null for those who may not. */
  onDefine: ((roomType: string) => void) | null;
};

/** Room types that came and mean nothing yet. */
function UnmappedTypes({ types, onDefine }: UnmappedTypesProps) {
  if (types.length === 0) return null;
  return (
    <section className="unmapped">
      <h3>未定義の部屋タイプ</h3>
      <ul>
        {types.map(({ roomType, name, waiting }) => (
          <li key={roomType} className="mapping-row">
            <strong>{roomType}</strong>
            <span>
              {name}
              {waiting > 0 && <span className="queue-warning">{` 失敗${waiting}件`}</span>}
            </span>
            {onDefine && (
              <Button
                size="small"
                text="定義する"
                aria-label={`${roomType}を定義する`}
                onClick={() => onDefine(roomType)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
