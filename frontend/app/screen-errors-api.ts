import type { ScreenError } from '@wire/screen-error.js';
import { callUnguarded } from '../shared/api/request.js';
import { inEachStore } from '../shared/store.js';

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

const MOST_REPORTS = 20;
const reported = new Set<string>();
inEachStore(() => reported.clear());

/** Reports an error of a screen to the server's log, the same once a page: its kind and place, never its text. */
export async function reportScreenError(thrown: unknown): Promise<void> {
  const body = screenErrorOf(thrown);
  const same = JSON.stringify(body);
  if (reported.has(same) || reported.size >= MOST_REPORTS) return;
  reported.add(same);
  try {
    await callUnguarded('POST', '/api/screen-errors', body);
  } catch (error) {
    console.error('screen error', error);
  }
}

/** Reports errors that no render sees: of event handlers, timers, and promises that nobody waits for. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => {
    if (error !== null) void reportScreenError(error); // Null for what another origin or the browser itself reports.
  });
  addEventListener('unhandledrejection', ({ reason }) => void reportScreenError(reason));
}
