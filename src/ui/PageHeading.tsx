import styles from './PageHeading.module.css';

type Props = { readonly title: string; readonly line: string; readonly titleId?: string; readonly isLive?: boolean };

/** The title of a page and one line below it. A live heading is read aloud when it changes. */
export function PageHeading({ title, line, titleId, isLive = false }: Props) {
  return (
    <header className={styles.heading} aria-live={isLive ? 'polite' : undefined}>
      <h1 id={titleId}>{title}</h1>
      <p>{line}</p>
    </header>
  );
}
