import { createRoot } from 'react-dom/client';
import '@fontsource-variable/noto-sans-jp/wght.css';
import '@blueprintjs/core/lib/css/blueprint.css';
import './ui/theme.css';
import './screens/shell/shell.css';
import './calendar/calendar.css';
import './calendar/room-heads.css';
import './calendar/stays.css';
import './form/form.css';
import './form/date-picker.css';
import './screens/screens.css';
import { App } from './screens/App.js';
import { startSession } from './state/session.js';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app element');
startSession();
createRoot(root).render(<App />);
