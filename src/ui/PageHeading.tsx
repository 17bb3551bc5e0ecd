import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import styles from './page.module.css';

type Props = {
  readonly title: string;
  readonly line: string;
  readonly titleId?: string;
  /** The title of the tab, where it says more than the heading. */
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
 * Moves the focus to the heading of a page that the person navigates to, so that the keyboard goes on there and a screen
 * reader says where they are. The first page of a visit leaves the focus to the browser.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { pathname } = window.location;
    // The first page, or the same page once more.
    if (arrivedAt !== null && arrivedAt !== pathname) ref.current?.focus({ preventScroll: true });
    arrivedAt = pathname;
  }, []);
  return ref;
}

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
