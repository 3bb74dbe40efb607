import { Button, Classes, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { paperDateText } from '@domain/calendar/stay-text.js';
import { ROLE_NAMES } from '@wire/field-texts.js';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { hotelAtom } from '../shared/hotel.js';
import { liveSession } from '../shared/live/live-session.js';
import { reloadPage } from '../shared/reload-page.js';
import { SCREENS, type Screen } from '../shared/screens.js';
import { lastStaffAtom, useMay } from '../shared/session-staff.js';
import { useValue } from '../shared/store.js';
import { handOnHeldKeys } from './ScreenComing.js';

/** The screen's name, for those who hear the page, for the browser's tab and, with hotel and date, on paper. */
function ScreenHeading({ title }: { title: string }) {
  const { name: hotel, today } = useValue(hotelAtom) ?? {};
  useEffect(() => {
    document.title = [title, hotel].filter(Boolean).join(' - ');
  }, [title, hotel]);
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <p className="paper-heading" aria-hidden="true">
        {[hotel, title, today && paperDateText(today)].filter(Boolean).join('　')}
      </p>
    </>
  );
}

/** Words in the place of a screen; the page is connected as on any other. */
function NoContent({ children }: { children: ReactNode }) {
  useEffect(() => void liveSession.connect(), []);
  return <div className="not-found">{children}</div>;
}

type ScreenFrameProps = Pick<Screen, 'title' | 'permission'> & { children: ReactNode };

/** A screen under its heading, for those who may use it; others see that they may not. */
export function ScreenFrame({ title, permission, children }: ScreenFrameProps) {
  const isAllowed = useMay(permission);
  const staff = useValue(lastStaffAtom);
  const { key } = useLocation();
  // The screen takes keys from its own effects on, which come before this one.
  useEffect(() => void queueMicrotask(() => handOnHeldKeys(key)), [key]);
  return (
    <>
      <ScreenHeading title={title} />
      {isAllowed ? (
        children
      ) : (
        <NoContent>
          <p>{`「${title}」の画面を使う権限がありません。`}</p>
          {staff && (
            <p className="soft">{`${staff.name}さん（${ROLE_NAMES[staff.role]}）としてログインしています。必要なときは管理者に相談してください。`}</p>
          )}
        </NoContent>
      )}
    </>
  );
}

/** Shows that an address has no screen. */
export function NoScreen() {
  return (
    <NoContent>
      <ScreenHeading title="画面なし" />
      <p>この画面はありません。</p>
    </NoContent>
  );
}

/** In the place of a screen that failed, or of the whole page; going anywhere tries again. */
export function FailedScreen({ isPage = false }: { isPage?: boolean }) {
  return (
    <div role="alert" className="not-found">
      <NonIdealState
        icon={<ErrorIcon size={48} />}
        title="画面を表示できませんでした"
        description="予期しないエラーが発生しました。入力途中の内容はこの端末に残っています。再読み込みしても直らないときは、管理者に連絡してください。"
        action={
          <>
            <Button intent="primary" text="再読み込み" onClick={() => reloadPage()} />{' '}
            <Link
              to={SCREENS.list.path}
              reloadDocument={isPage}
              className={`${Classes.BUTTON} ${Classes.OUTLINED}`}
            >
              予約一覧へ
            </Link>
          </>
        }
      />
    </div>
  );
}
