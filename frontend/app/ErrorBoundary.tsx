import { Button, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { Component, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { reloadPage } from '../shared/reload-page.js';
import { reportScreenError } from './screen-errors-api.js';

type ErrorBoundaryProps = {
  /** Another one is another try. */
  place: string;
  wayBack: ReactNode;
  children: ReactNode;
};
type ErrorBoundaryState = { failed: boolean };

const LIST = '/reservation-status';
const WAY_BACK = { className: 'bp6-button bp6-outlined', children: '予約一覧へ' };

/** Shows an error in place of a part that fails, and reports it to the server's log. */
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    void reportScreenError(error);
  }

  override componentDidUpdate(before: ErrorBoundaryProps, { failed }: ErrorBoundaryState): void {
    if (failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  override render(): ReactNode {
    const { wayBack, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <div role="alert" className="not-found">
        <NonIdealState
          icon={<ErrorIcon size={48} />}
          title="画面を表示できませんでした"
          description="予期しないエラーが発生しました。入力途中の内容はこの端末に残っています。再読み込みしても直らないときは、管理者に連絡してください。"
          action={
            <>
              <Button intent="primary" text="再読み込み" onClick={reloadPage} /> {wayBack}
            </>
          }
        />
      </div>
    );
  }
}

/** Keeps an error of a screen to that screen; going anywhere tries again. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary place={key} wayBack={<Link to={LIST} {...WAY_BACK} />}>
      {children}
    </ErrorBoundary>
  );
}

/** Shows that the page failed as a whole, where React would leave it white. */
export function AppBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary place="" wayBack={<a href={LIST} {...WAY_BACK} />}>
      {children}
    </ErrorBoundary>
  );
}
