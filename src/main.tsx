import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/geist/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Monitoring listens where the installation has it. React would log the error by itself.
function onCaughtError(error: unknown): void {
  console.error(error);
  window.dispatchEvent(new CustomEvent('causeway:caught', { detail: error }));
}

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
