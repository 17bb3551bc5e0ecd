/** The only texts outside of src/i18n: for a page whose texts did not load. */
export const untranslated = {
  crashTitle: 'This page stopped working',
  crashText: (reason: string) => `Your signed transfers continue. Reload the page to see them. Error: ${reason}`,
  reloadPage: 'Reload page',
} as const;
