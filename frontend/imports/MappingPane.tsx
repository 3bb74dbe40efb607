import { Button } from '@blueprintjs/core';
import type { RoomTypeMappingRecord } from '@wire/csv-actions.js';
import { useState } from 'react';
import { roomTypeMappingsAtom } from './room-type-mappings.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { unmappedTypesAtom } from './unmapped-types.js';
import { MappingEditor } from './MappingEditor.js';
import { MappingRow } from './MappingRow.js';
import { RetryUndefined } from './RetryUndefined.js';
import { UnmappedTypes } from './UnmappedTypes.js';

/** What is being edited: a mapping by its id, or a new one, with the room type that it is for. */
type Edited = { mapping: RoomTypeMappingRecord | null; roomType: string };

/** 部屋タイプ対応: which categories the channel manager's room types mean. */
export function MappingPane() {
  const all = useValue(roomTypeMappingsAtom);
  const unmapped = useValue(unmappedTypesAtom);
  const [edited, setEdited] = useState<Edited | null>(null);
  const mayDefine = useMay('desk');
  const close = () => setEdited(null);
  const isNew = edited !== null && edited.mapping === null;
  return (
    <>
      <p className="soft pane-intro">
        手間いらずの部屋記号・部屋名称を、ホテルの部屋の種類に対応させます。対応のないものは「部屋タイプ未定義」になります。
      </p>
      <RetryUndefined />
      <UnmappedTypes
        types={unmapped}
        onDefine={mayDefine ? (roomType) => setEdited({ mapping: null, roomType }) : null}
      />
      {isNew && (
        <MappingEditor key={edited.roomType} mapping={null} roomType={edited.roomType} onClose={close} />
      )}
      <section className="mappings">
        <div className="pane-heading">
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
