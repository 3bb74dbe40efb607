import { Button, NonIdealState, NonIdealStateIconSize, type NonIdealStateProps } from '@blueprintjs/core';
import type { ReactNode } from 'react';

type ListStateProps = Pick<NonIdealStateProps, 'icon' | 'action'> & {
  /** Reason why the list could not be read; null when it could. */
  failure?: string | null;
  onRetry?: () => unknown;
  /** True where nothing else of a dialog could have the focus. */
  focusesRetry?: boolean;
  isLoading?: boolean;
  /** Text for an empty list. */
  children?: ReactNode;
};

/** Stands in place of a list: a failure with a retry, that it is being read, or why it is empty. */
export function ListState(props: ListStateProps) {
  const { failure = null, onRetry, focusesRetry = false, isLoading, icon, action, children } = props;
  if (failure !== null) {
    return (
      <NonIdealState
        className="list-state list-failure"
        description={<p role="alert">{failure}</p>}
        action={<Button size="small" autoFocus={focusesRetry} text="もう一度読み込む" onClick={onRetry} />}
      />
    );
  }
  if (isLoading) return <NonIdealState className="list-state list-loading" description="読み込み中…" />;
  return (
    <NonIdealState
      className="list-state"
      {...{ icon, action }}
      iconSize={NonIdealStateIconSize.SMALL}
      iconMuted={false}
      description={<div>{children}</div>}
    />
  );
}
