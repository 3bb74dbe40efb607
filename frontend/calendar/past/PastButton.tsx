import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { travellingAtom } from '../../shared/calendar-data/past.js';
import { goToMoment, returnToNow } from '../../shared/calendar-data/travel.js';
import { useValue } from '../../shared/store.js';
import { keyProps, useKey } from '../../shared/ui/keys.js';

/** The element id of 過去の表示. */
export const PAST_BUTTON_ID = 'past-button';

/** Opens the way into the past, and leads back. */
export function PastButton() {
  const travelling = useValue(travellingAtom);
  const toggle = () => {
    if (travelling) returnToNow();
    else void goToMoment();
  };
  useKey('past', toggle);
  return (
    <Button
      id={PAST_BUTTON_ID}
      size="small"
      variant="minimal"
      icon={<History size={16} />}
      text="過去の表示"
      active={travelling}
      aria-pressed={travelling}
      {...keyProps('past', '過去の表示')}
      onClick={toggle}
    />
  );
}
