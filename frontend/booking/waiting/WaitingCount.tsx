import { Button } from '@blueprintjs/core';
import { useValue } from '../../shared/store.js';
import { keyProps } from '../../shared/ui/keys.js';
import { fittingAtom, openWaitingList, waitingStateAtom } from './waiting.js';

/** Counts the guests who wait for a room, and those of them who find one; opens the list. */
export function WaitingCount() {
  const { value } = useValue(waitingStateAtom);
  const { length: fitting } = useValue(fittingAtom);
  return (
    <Button
      size="small"
      variant="minimal"
      intent={fitting > 0 ? 'success' : 'none'}
      text={`キャンセル待ち ${value ? `${value.length}件` : '–'}${fitting > 0 ? `（空きあり${fitting}件）` : ''}`}
      {...keyProps('waiting', 'キャンセル待ちの一覧')}
      onClick={openWaitingList}
    />
  );
}
