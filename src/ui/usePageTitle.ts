import { useEffect } from 'react';

let appName: string | null = null;

/** Names the page in its tab and in the browser's history. The document comes with the name of the app as its title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    appName ??= document.title;
    document.title = `${title} · ${appName}`;
  }, [title]);
}
