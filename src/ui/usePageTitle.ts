import { useEffect } from 'react';

let appName: string | null = null;

/**
 * Names the page in its tab and in the browser's history. The document comes with the name of the app as its title. A part of
 * a page can name it more exactly for as long as it shows.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    appName ??= document.title;
    const before = document.title;
    document.title = `${title} · ${appName}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
