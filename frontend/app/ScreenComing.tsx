import { Button, Spinner } from '@blueprintjs/core';
import { useEffect } from 'react';
import { reloadPage } from '../shared/reload-page.js';
import { holdKeys } from './held-keys.js';
import './screen-coming.css';

type ScreenComingProps = {
  hasCome: () => boolean;
  /** Whether the code was asked for in vain before. */
  failed: boolean;
};

/** In the place of a screen whose code is still being fetched; what is pressed meanwhile goes to that screen. */
export function ScreenComing({ hasCome, failed }: ScreenComingProps) {
  useEffect(() => {
    const end = holdKeys();
    // The screen that comes takes keys from its own effects on, which follow this one's end.
    return () => queueMicrotask(() => end(hasCome()));
  }, [hasCome]);
  return (
    <div className="screen-coming" role="status">
      <Spinner size={28} />
      {failed ? (
        <>
          <p>画面を読み込めませんでした。つながると、自動でもう一度読み込みます。</p>
          <Button text="再読み込み" onClick={reloadPage} />
        </>
      ) : (
        <p>画面を読み込んでいます…</p>
      )}
    </div>
  );
}
