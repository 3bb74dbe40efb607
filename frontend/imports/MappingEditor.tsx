import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { CATEGORIES, type Category } from '@domain/room/category.js';
import type { RoomTypeMappingRecord } from '@wire/csv-actions.js';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { HEADER_LABELS } from '../shared/calendar-data/header-rows.js';
import { defineRoomType } from './room-type-mappings.js';

type MappingEditorProps = { mapping: RoomTypeMappingRecord | null; roomType: string; onClose: () => void };

/** Says what a room type means; of a new one also how it is called. */
export function MappingEditor({ mapping, roomType, onClose }: MappingEditorProps) {
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
      className="mapping-editor"
      aria-label="部屋タイプの対応"
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
