/** What tells a service worker that waits to take over from the one before it. */
export const TAKE_OVER = 'take-over';
