import { eventLogAtom, showFresh } from './event-log.js';
import { useValue } from '../shared/store.js';

/** Says that there are newer events than those listed, and leads to them. */
export function FreshEvents({ onShow }: { onShow: () => void }) {
  const log = useValue(eventLogAtom);
  const count = log?.fresh.length ?? 0;
  const show = () => {
    onShow();
    void showFresh();
  };
  return (
    <div className="fresh-events" role="status">
      {log && count > 0 && (
        <button type="button" onClick={show}>{`新しい記録 ${count}件${log.freshGoOn ? '以上' : ''}`}</button>
      )}
    </div>
  );
}
