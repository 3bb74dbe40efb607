import { Button } from '@blueprintjs/core';
import { useValue } from '../shared/store.js';
import { newVersionAtom, switchVersion } from './app-version.js';

/** Offers a newer version of the app; staff switch when it suits them. */
export function NewVersion() {
  const isThere = useValue(newVersionAtom);
  return (
    <div className="new-version" role="status">
      {isThere && (
        <p>
          <span>新しい版があります。入力中の内容はそのまま残ります。</span>
          <Button size="small" intent="primary" text="切り替える" onClick={switchVersion} />
        </p>
      )}
    </div>
  );
}
