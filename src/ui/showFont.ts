/** The browser has the font in its cache. firstPaint.js then shows it from the first paint on. */
const KNOWN_KEY = 'causeway.font';

function remember(): void {
  try {
    window.localStorage.setItem(KNOWN_KEY, 'true');
  } catch {
    // The browser blocks storage: each page loads the font after the app.
  }
}

/**
 * Shows the app's font as soon as it has loaded. The app's code loads before it, because a form in the font of the system is
 * better than no form. A font that does not load changes nothing.
 */
export async function showFont(): Promise<void> {
  const root = document.documentElement;
  const family = window.getComputedStyle(root).getPropertyValue('--own-font');
  const faces = await document.fonts.load(`1em ${family}`).catch(() => []);
  if (faces.length === 0) return;
  root.dataset.font = '';
  remember();
}
