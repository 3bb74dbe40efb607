import { addRoute, cleanupOutdatedCaches, createHandlerBoundToURL, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { TAKE_OVER } from './worker-messages.js';

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Installing = Extendable & { addRoutes?(routes: readonly unknown[]): Promise<void> };

// What the types of a page do not know of a worker.
declare const self: {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install', hear: (event: Installing) => void): void;
  addEventListener(type: 'activate', hear: (event: Extendable) => void): void;
  addEventListener(type: 'message', hear: (event: Extendable & { data: unknown }) => void): void;
};
/** Every file of the build that a screen may need, put here when the worker is built. */
declare const SHELL: { url: string; revision: string | null }[];

const SERVER_PATHS = [/^\/(api|socket\.io|health|metrics)(\/|$)/];
const FONT = /^\/assets\/[^/]+\.woff2$/;
const FONTS = 'fonts';

/** A font is kept once it was needed: all of them would be many, and few are. */
async function keptFont(request: Request): Promise<Response> {
  const fonts = await caches.open(FONTS);
  const kept = await fonts.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await fonts.put(request, answer.clone());
  return answer;
}

// The page and its files come from here, with or without a server; calls never do. A newer worker waits until the
// pages of this one are gone or staff ask for it, so that no page loses the files of its own version.
precache(SHELL);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...SERVER_PATHS, /\.[^/]*$/] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && FONT.test(url.pathname),
  ({ request }) => keptFont(request),
);
addRoute({ cleanURLs: false, directoryIndex: '' });

self.addEventListener('install', (event) => {
  const toServer = ['/api/*', '/socket.io/*', '/health/*', '/metrics'].map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network',
  }));
  // Where browsers know of it, calls do not even wake the worker.
  if (event.addRoutes) event.waitUntil(event.addRoutes(toServer).catch(() => {}));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});
