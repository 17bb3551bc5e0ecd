import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/geist/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import './app/early/earlyPage.css';
import { App } from './app/App.tsx';
import { startApp } from './app/startApp.ts';
import { watchEarlyPage } from './form/earlyField.ts';

// React listens for clicks on it. Only with the role presentation, screen readers do not call every text clickable.
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Monitoring listens where the installation has it. React would log the error by itself.
function onCaughtError(error: unknown): void {
  console.error(error);
  window.dispatchEvent(new CustomEvent('causeway:caught', { detail: error }));
}

watchEarlyPage(root);
const app = createRoot(root, { onCaughtError });
// A render that waits by Suspense would show up 300 ms later: React shows fallbacks for at least that time.
void startApp().then((start) => {
  // React renders a transition in pieces, between which the early page takes keys.
  startTransition(() =>
    app.render(
      <StrictMode>
        <App start={start} />
      </StrictMode>,
    ),
  );
  if (start.kind === 'started') start.startBackground();
});
