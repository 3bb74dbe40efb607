import { useEffect } from 'react';
import { hotelAtom } from '../hotel.js';
import { useValue } from '../store.js';

/** The screen's name, for those who hear the page and for the browser's tab. */
export function ScreenHeading({ name }: { name: string }) {
  const hotel = useValue(hotelAtom)?.name;
  useEffect(() => {
    document.title = [name, hotel].filter(Boolean).join(' - ');
  }, [name, hotel]);
  return <h1 className="visually-hidden">{name}</h1>;
}
