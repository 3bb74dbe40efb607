import { chosenRoomsAtom } from '../room-view.js';
import { useValue } from '../../shared/store.js';
import { KEYS } from '../../shared/ui/key-table.js';
import { keyText } from '../../shared/ui/keys.js';
import { BulkForm } from './BulkForm.js';

const HINTS = ['roomChoose', 'roomChooseFloor', 'roomChooseAll', 'roomEdit'] as const;

/** まとめて変更: the chosen rooms and what they are to become; how to choose while none is chosen. */
export function BulkPane() {
  const rooms = useValue(chosenRoomsAtom);
  if (rooms.length > 0) return <BulkForm rooms={rooms} />;
  return (
    <div className="bulk-empty">
      <p>表で部屋を選ぶと、まとめて変更できます。</p>
      <p className="soft">
        部屋番号をクリックすると選べます。Shiftを押しながらクリックすると、その部屋まで選べます。欄をダブルクリックすると、その場で変更できます。
      </p>
      <dl>
        {HINTS.map((name) => (
          <div key={name}>
            <dt>
              <kbd>{keyText(name)}</kbd>
            </dt>
            <dd>{KEYS[name].name}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
