import { Callout } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import { afterImportAtom, NEXT_STEP_ID } from '../imports/after-import.js';
import { recordAddress, SCREENS } from '../shared/screens.js';
import { useValue } from '../shared/store.js';

/** After an imported record was registered: the next room of its reservation, and the way back to the queue. */
export function RegisteredNotice() {
  const after = useValue(afterImportAtom);
  if (after === null) return null;
  const [next] = after.waiting;
  return (
    <Callout compact intent="success" icon={null} className="imported" role="status">
      {`${after.name} の自動登録データを登録しました。`}
      <div className="imported-links">
        {next !== undefined && (
          <Link id={NEXT_STEP_ID} to={recordAddress(next)}>
            {`同じ予約の残り${after.waiting.length}室を続けて登録`}
          </Link>
        )}
        <Link id={next === undefined ? NEXT_STEP_ID : undefined} to={SCREENS.autoRegistration.path}>
          自動登録の一覧に戻る
        </Link>
      </div>
    </Callout>
  );
}
