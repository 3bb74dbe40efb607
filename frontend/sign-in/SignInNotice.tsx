import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { useValue, useWrite } from '../shared/store.js';
import { signInNoticeAtom } from './sign-in.js';

const SHOWN_MS = 15_000;

/** Says what became of signing in; goes away by itself. */
export function SignInNotice() {
  const notice = useValue(signInNoticeAtom);
  const setNotice = useWrite(signInNoticeAtom);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, setNotice]);
  return (
    <div className="sign-in-notice" role="status">
      {notice !== null && (
        <p>
          {notice}
          <Button
            variant="minimal"
            size="small"
            icon={<Cross size={14} />}
            aria-label="お知らせを閉じる"
            onClick={() => setNotice(null)}
          />
        </p>
      )}
    </div>
  );
}
