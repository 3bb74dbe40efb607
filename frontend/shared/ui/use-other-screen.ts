import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';

/** Calls back when another screen is shown: what opens over a screen and is no part of it closes then. */
export function useOtherScreen(onShown: () => void): void {
  const { pathname } = useLocation();
  const tell = useEffectEvent((_shown: string) => onShown());
  useEffect(() => void tell(pathname), [pathname]);
}
