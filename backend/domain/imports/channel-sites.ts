import type { BookingSource } from '../reservation/sources.js';
import { plainText } from './channel-text.js';

const SOURCES: readonly (readonly [RegExp, BookingSource])[] = [
  [/^楽天/, '楽天'],
  [/^じゃらん/, 'じゃらん'],
  [/るるぶ|^JTB/, 'るるぶ'],
  [/^自社/, '自社'],
];

/** The booking source that a site of the channel manager stands for. */
export function sourceOfSite(site: string): BookingSource {
  const name = plainText(site);
  return SOURCES.find(([pattern]) => pattern.test(name))?.[1] ?? 'その他';
}
