/** The message that lets a waiting service worker take over. */
export const TAKE_OVER = 'take-over';
