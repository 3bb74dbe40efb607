import { createRoot } from 'react-dom/client';
import '@blueprintjs/core/lib/css/blueprint.css';
import './shared/ui/theme.css';
import './shared/ui/keys.css';
import './shared/ui/side-panel.css';
import './app/shell.css';
import './calendar/calendar.css';
import './calendar/day-notes.css';
import './calendar/room-heads.css';
import './calendar/stays.css';
import './booking/form.css';
import './shared/ui/date-picker.css';
import './imports/imported.css';
import './sign-in/sign-in.css';
import './app/screens.css';
import './calendar/past/past.css';
import './calendar/past/differences.css';
import './imports/failed-queue.css';
import './imports/import-panel.css';
import './calendar/print/print.css';
import './app/reflow.css';
import { keepApp } from './app/NewVersion.js';
import { loadOpenedScreen, loadOtherScreens, Page } from './app/routes.js';
import { watchErrors } from './app/screen-errors-api.js';
import { startSession } from './app/session.js';
import { guardUnsaved, startStoringDrafts } from './booking/drafts.js';
import { watchUse } from './shared/api/use-of-page.js';
import { startCaching } from './shared/offline-cache/caching.js';
import { startExpiring } from './shared/offline-cache/expire-stored.js';
import { watchPrinting } from './shared/printing.js';
import { whenShown } from './shared/ui/after-paint.js';
import { blockComposingEnter } from './shared/ui/composing-enter.js';
import { fetchCode } from './shared/ui/fetch-code.js';
import { startFocusFallback } from './shared/ui/focus-fallback.js';
import { ignoreStrayKeyUps } from './shared/ui/keys.js';
import { beginSignIn } from './sign-in/sign-in.js';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app element');
watchErrors();
loadOpenedScreen();
blockComposingEnter();
ignoreStrayKeyUps();
startFocusFallback();
guardUnsaved();
watchUse();
const whoIsKnown = beginSignIn();
startSession();
startCaching();
startExpiring();
keepApp();
watchPrinting();
void whenShown().then(() => {
  // Rare letters for a machine without a Japanese font, in files that are only loaded when one of them is shown.
  void import('@fontsource-variable/noto-sans-jp/wght.css');
  return loadOtherScreens();
});
// The screens depend on the role.
const typedIsBack = whoIsKnown.then(() => {
  const isBack = startStoringDrafts();
  createRoot(root).render(<Page />);
  return isBack;
});
void Promise.all([typedIsBack, whenShown()]).then(async () => {
  const { startForgettingErased } = await fetchCode(() => import('./app/forget-erased.js'));
  startForgettingErased();
});
