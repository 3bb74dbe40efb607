import { changesAtom } from './changes.js';
import { clockText, whoText } from './since.js';
import { hotelAtom } from '../shared/hotel.js';
import { useValue } from '../shared/store.js';

const SHOWN = 3;

/** What the last shifts told the next one. */
export function Memos() {
  const handovers = useValue(changesAtom)?.handovers ?? [];
  const zone = useValue(hotelAtom)?.timezone;
  if (handovers.length === 0 || zone === undefined) return null;
  return (
    <section className="memos" aria-label="引継ぎメモ">
      <h2>引継ぎメモ</h2>
      <ul>
        {handovers.slice(0, SHOWN).map((handover) => (
          <li key={handover.id}>
            <p className="note-origin">
              <b>{whoText(handover)}</b> {clockText(handover.recorded_at, zone)}
            </p>
            <p>{handover.memo || '(メモなし)'}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
