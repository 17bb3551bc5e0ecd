import { useTexts } from '../i18n/useTexts.ts';
import styles from './share.module.css';
import { useNow } from './useNow.ts';

const SECOND_MS = 1_000;

type Props = { readonly brand: string; readonly url: string };

/** The head of a printed receipt: whose it is, when it was printed, and where it is. The screen does not show it. */
export function PrintedLine({ brand, url }: Props) {
  const { t, fullTimestamp } = useTexts('app');
  const now = useNow(SECOND_MS);
  return (
    <p className={styles.printed}>
      <strong>{brand}</strong>
      <span>{t('printedAt', { time: fullTimestamp(now) })}</span>
      <bdi dir="ltr">{url}</bdi>
    </p>
  );
}
