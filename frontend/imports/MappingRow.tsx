import { Button } from '@blueprintjs/core';
import type { RoomTypeMappingRecord } from '@wire/csv-actions.js';
import { HEADER_LABELS } from '../shared/calendar-data/header-rows.js';

type MappingRowProps = {
  mapping: RoomTypeMappingRecord;
  /** Null for those who may not. */
  onEdit: (() => void) | null;
};

/** What a room type means, and a button to change it. */
export function MappingRow({ mapping, onEdit }: MappingRowProps) {
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
