import { type ComponentType, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { hotelAtom } from '../shared/hotel.js';
import { SETUP_SCREEN } from '../shared/screens.js';
import { useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';

const SetupScreen = lazyPart(async () => (await import('../setup/SetupScreen.js')).SetupScreen);

/** Until the hotel is open, on every screen: that it is not, and the way to what is still to do. */
export function PreparingBand() {
  const isPreparing = useValue(hotelAtom)?.is_preparing === 1;
  const isThere = useLocation().pathname === SETUP_SCREEN.path;
  return (
    <div className="preparing" role="status">
      {isPreparing && (
        <p>
          <strong>準備中</strong>
          <span>このホテルはまだ開業していません。</span>
          {!isThere && <Link to={SETUP_SCREEN.path}>開業準備へ</Link>}
        </p>
      )}
    </div>
  );
}

/** A screen that shows rooms: a hotel that has none and is not open is welcomed in its place. */
export function orWelcome(Content: ComponentType): ComponentType {
  return function ContentOrWelcome() {
    const hotel = useValue(hotelAtom);
    // Staff who are entering the first rooms stay there.
    const [wasWelcomed, setWelcomed] = useState(false);
    const isWelcomed = hotel?.is_preparing === 1 && (wasWelcomed || hotel.rooms === 0);
    if (isWelcomed !== wasWelcomed) setWelcomed(isWelcomed);
    if (!isWelcomed) return <Content />;
    return (
      <Suspense>
        <SetupScreen />
      </Suspense>
    );
  };
}
