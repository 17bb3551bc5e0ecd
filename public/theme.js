// Runs before the first paint. Otherwise the page would flash in the other theme.
try {
  const theme = localStorage.getItem('causeway.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser blocks storage: use the system's theme.
}
