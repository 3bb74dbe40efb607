import { Button, Callout } from '@blueprintjs/core';
import { retryAll, retryingAtom } from './retry-records.js';
import { useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { undefinedTypesAtom } from './unmapped-types.js';

/** Once a room type is defined: offers to register what waited for it. */
export function RetryUndefined() {
  const { waiting, defined } = useValue(undefinedTypesAtom);
  const retrying = useValue(retryingAtom) !== null;
  const mayRetry = useMay('desk');
  if (!defined || !mayRetry) return null;
  return (
    <Callout compact icon={null} intent="primary" className="retry-undefined" role="status">
      <span>対応が定義されました。</span>
      <Button
        size="small"
        intent="primary"
        text={`「部屋タイプ未定義」の${waiting}件を再試行`}
        disabled={retrying}
        onClick={() => retryAll('部屋タイプ未定義')}
      />
    </Callout>
  );
}
