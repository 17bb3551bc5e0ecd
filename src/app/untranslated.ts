/** The only texts outside of the catalogues: for a page whose catalogue did not load. */
export const untranslated = {
  crashTitle: 'This page stopped working',
  crashText: (reason: string) => `Your signed transfers continue. Reload the page to see them. Error: ${reason}`,
  reloadPage: 'Reload page',
} as const;
