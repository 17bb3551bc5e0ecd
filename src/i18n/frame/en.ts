/** Texts about the page itself: its connection and its version. They load after the first paint. */
export const messages = {
  offline: 'You are offline. Transfers and receipts in this browser stay readable.',
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  later: 'Later',
} as const;
