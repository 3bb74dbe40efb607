import type { ScreenError } from '@wire/screen-error.js';
import { callUnguarded } from '../shared/api/request.js';

const MOST_PLACES = 20;
const PLACE = /([\w.-]{1,100}\.[jt]sx?)(?:\?[^:\n]*)?(:\d{1,7}:\d{1,7})\b/g;

function screenErrorOf(thrown: unknown): ScreenError {
  const { name, stack = '' } = thrown instanceof Error ? thrown : new Error();
  const places = [...stack.matchAll(PLACE)].map(([, file = '', place = '']) => file + place);
  return {
    kind: /^[A-Za-z]{1,60}$/.exec(name)?.[0] ?? 'Error',
    screen: /^\/[a-z-]{0,60}/.exec(location.pathname)?.[0] ?? '/',
    places: places.slice(0, MOST_PLACES),
  };
}

/** Reports an error of a screen to the server's log: its kind and place, never its text. */
export async function reportScreenError(thrown: unknown): Promise<void> {
  try {
    await callUnguarded('POST', '/api/screen-errors', screenErrorOf(thrown));
  } catch (error) {
    console.error('screen error', error);
  }
}
