import { atom } from 'jotai';
import { type ComponentType, type ReactNode, useLayoutEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { isLineDown } from '../shared/api/request.js';
import { hotelStateAtom, loadHotel } from '../shared/hotel.js';
import type { FramedScreen } from '../shared/screens.js';
import { store, useValue } from '../shared/store.js';
import { fetchCode } from '../shared/ui/fetch-code.js';
import { ListState } from '../shared/ui/ListState.js';
import { fetchFailuresAtom, ScreenComing } from './ScreenComing.js';
import { FailedScreen, ScreenFrame } from './ScreenFrame.js';
import { reportScreenError } from './screen-errors-api.js';

/** A screen, the pattern of its address, and its code: null until it has arrived. */
export type ScreenCode = ReturnType<typeof screenCode>;

/** A screen whose code is fetched once, however often it is asked for, until it arrives. */
export function screenCode(screen: FramedScreen, fetch: () => Promise<ComponentType>, parameter = '') {
  const path = screen.path + parameter;
  const codeAtom = atom<{ Content: ComponentType } | null>(null);
  let coming: Promise<void> | null = null;
  const noteFailure = (error: unknown) => {
    console.error('screen', error);
    store.set(fetchFailuresAtom, (failures) => [...failures, { path, error }]);
  };
  const load = (): Promise<void> => {
    coming ??= fetchCode(fetch, noteFailure).then((Content) => store.set(codeAtom, { Content }));
    return coming;
  };
  return { screen, path, codeAtom, load };
}

/** Draws what needs the hotel; where the server failed to answer what it is, says so in its place, and reads it again. */
function OnceHotelKnown({ children }: { children: ReactNode }) {
  const { value, error } = useValue(hotelStateAtom);
  // Without a line there may be something cached to show.
  const isUnknown = value === null && error !== null && !isLineDown(error);
  if (!isUnknown) return children;
  return <ListState failure={`ホテルの情報を読み込めませんでした。${error.message}`} onRetry={loadHotel} />;
}

/** Draws a screen; until its code is there, that it comes; when it fails, that it failed, until somebody goes elsewhere. */
export function ScreenPlace({ screen, codeAtom, load }: ScreenCode) {
  const code = useValue(codeAtom);
  const { key } = useLocation();
  useLayoutEffect(() => void load(), [load]);
  if (!code) return <ScreenComing />;
  return (
    <ErrorBoundary fallback={<FailedScreen />} resetKeys={[key]} onError={reportScreenError}>
      <ScreenFrame {...screen}>
        <OnceHotelKnown>
          <code.Content />
        </OnceHotelKnown>
      </ScreenFrame>
    </ErrorBoundary>
  );
}
