import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import styles from './page.module.css';

type Props = {
  readonly title: string;
  readonly line: string;
  readonly titleId?: string;
  /** The tab's title, if it says more than the heading. */
  readonly tabTitle?: string;
};

/** The title of a page and one line below it. */
export function PageHeading({ title, line, titleId, tabTitle = title }: Props) {
  const ref = useArrivalFocus();
  usePageTitle(tabTitle);
  return (
    <header className={styles.heading}>
      <h1 id={titleId} ref={ref} tabIndex={-1}>
        {title}
      </h1>
      <p>{line}</p>
    </header>
  );
}

let arrivedAt: string | null = null;

/**
 * Moves the focus to the heading of a page that the person navigates to, so that the keyboard continues there and a
 * screen reader announces the page. On the first page of a visit, the browser keeps the focus.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { pathname } = window.location;
    // The first page, or the same page again.
    if (arrivedAt !== null && arrivedAt !== pathname) ref.current?.focus({ preventScroll: true });
    arrivedAt = pathname;
  }, []);
  return ref;
}

let appName: string | null = null;

/**
 * Sets the page's title for the tab and the browser's history. The document starts with the app's name as its title. A
 * component on the page can set a more specific title while it is shown.
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
