import type { WantedChange } from '../change-rooms.js';
import type { CopyPreview } from '../copy-month.js';
import {
  ROOM_FIELDS,
  type RoomField,
  type RoomValues,
  roomFieldText,
} from '../room-fields.js';
import { ChangeCounts } from './ChangeCounts.js';

function changeText({ room, values }: WantedChange): string {
  const after: RoomValues = { ...room, ...values };
  return (Object.keys(values) as RoomField[])
    .map((field) => {
      const [old, next] = [roomFieldText(field, room), roomFieldText(field, after)];
      return `${ROOM_FIELDS[field].label} ${old || 'なし'}→${next || 'なし'}`;
    })
    .join('、');
}

/** What copying a month will do, room by room. */
export function CopyEffect({ preview: { created, changed, unchanged } }: { preview: CopyPreview }) {
  const counts = { created: created.length, changed: changed.length, unchanged };
  return (
    <section className="copy-effect" aria-label="コピーの内容">
      <ChangeCounts counts={counts} />
      {counts.created + counts.changed === 0 && (
        <p className="soft">コピーしても、変わる部屋はありません。</p>
      )}
      <ul>
        {changed.map((change) => (
          <li key={change.room.id}>
            <strong>{change.room.room_number}</strong>
            <span>{changeText(change)}</span>
          </li>
        ))}
        {created.length > 0 && (
          <li>
            <strong>新規</strong>
            <span>{created.join('、')}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
