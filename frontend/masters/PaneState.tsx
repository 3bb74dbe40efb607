import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';

type PaneStateProps = { failure: string | null; loading: boolean; onRetry: () => void; children?: ReactNode };

/** Why nothing is listed: a failure, not read yet, or what the children say. */
export function PaneState({ failure, loading, onRetry, children }: PaneStateProps) {
  if (failure !== null) {
    return (
      <div className="pane-state" role="alert">
        <p className="pane-failure">{failure}</p>
        <Button size="small" text="もう一度読み込む" onClick={onRetry} />
      </div>
    );
  }
  return <div className="pane-state">{loading ? <p className="pane-loading">読み込み中…</p> : children}</div>;
}
