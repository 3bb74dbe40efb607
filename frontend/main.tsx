import { createRoot } from 'react-dom/client';
import '@blueprintjs/core/lib/css/blueprint.css';
import './ui/theme.css';
import './ui/keys.css';
import './ui/side-panel.css';
import './screens/shell/shell.css';
import './calendar/calendar.css';
import './calendar/day-notes.css';
import './calendar/room-heads.css';
import './calendar/stays.css';
import './form/form.css';
import './form/date-picker.css';
import './imported/imported.css';
import './sign-in/sign-in.css';
import './screens/shell/line-down.css';
import './screens/screens.css';
import './screens/list/past/past.css';
import './screens/list/past/differences.css';
import './screens/auto-registration/auto-registration.css';
import './screens/auto-registration/queue-filters.css';
import './screens/auto-registration/import-panel.css';
import './screens/auto-registration/mappings.css';
import './calendar/print/print.css';
import { watchUse } from './api/use-of-page.js';
import { App } from './screens/App.js';
import { loadFirstScreen, loadOtherScreens } from './screens/all-screens.js';
import { AppBoundary } from './screens/shell/ErrorBoundary.js';
import { keepApp } from './state/app-version.js';
import { startExpiring } from './state/expire-stored.js';
import { whenShown } from './state/first-shown.js';
import { startKeeping } from './state/kept/keeping.js';
import { watchPrinting } from './state/printing.js';
import { startSession } from './state/session.js';
import { guardUnsaved } from './state/set-aside.js';
import { beginSignIn } from './state/sign-in.js';
import { startStoringDrafts } from './state/typed/keep-typed.js';
import { fetchCode } from './ui/fetch-code.js';
import { ignoreStrayKeyUps } from './ui/stray-key-ups.js';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app element');
loadFirstScreen();
ignoreStrayKeyUps();
guardUnsaved();
watchUse();
const whoIsKnown = beginSignIn();
startSession();
startKeeping();
startExpiring();
keepApp();
watchPrinting();
void whenShown().then(async () => {
  await fetchCode(() => import('./ui/web-font.js'));
  await loadOtherScreens();
});
// What is drawn depends on what whoever is signed in may do.
const typedIsBack = whoIsKnown.then(() => {
  const isBack = startStoringDrafts();
  createRoot(root).render(
    <AppBoundary>
      <App />
    </AppBoundary>,
  );
  return isBack;
});
void Promise.all([typedIsBack, whenShown()]).then(async () => {
  const { startForgettingErased } = await fetchCode(() => import('./state/forget-erased.js'));
  startForgettingErased();
});
