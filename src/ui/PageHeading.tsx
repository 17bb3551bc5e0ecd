import styles from './PageHeading.module.css';
import { useArrivalFocus } from './useArrivalFocus.ts';
import { usePageTitle } from './usePageTitle.ts';

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
