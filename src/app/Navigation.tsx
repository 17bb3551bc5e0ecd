import { Link, useRoute } from 'wouter';
import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { isOpen } from '../transfer/model/transfer.ts';
import type { IconName } from '../ui/Icon.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './Navigation.module.css';
import { useTransfers } from './services.ts';

/** At the top on a desktop, at the bottom on a phone. */
export function Navigation() {
  const { t } = useWords(mainWords);
  const openCount = Object.values(useTransfers()).filter(isOpen).length;
  return (
    <nav className={styles.nav} aria-label={t('navLabel')}>
      <Item href="/" pattern="/" icon="flip" label={t('navBridge')} />
      <Item
        href="/activity"
        pattern="/(activity|transfers)/*?"
        icon="clock"
        label={t('navActivity')}
        count={openCount}
      />
      <Item href="/receipts" pattern="/receipts/*?" icon="receipt" label={t('navReceipts')} />
    </nav>
  );
}

type ItemProps = {
  readonly href: string;
  readonly pattern: string;
  readonly icon: IconName;
  readonly label: string;
  readonly count?: number;
};

function Item({ href, pattern, icon, label, count = 0 }: ItemProps) {
  const { t } = useWords(mainWords);
  const [isHere] = useRoute(pattern);
  return (
    <Link href={href} className={styles.item ?? ''} aria-current={isHere ? 'page' : undefined}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      {label}
      {count > 0 ? (
        <span className={styles.count}>
          <span aria-hidden="true">{count}</span>
          <span className="visuallyHidden">{t('navOpen', { count })}</span>
        </span>
      ) : null}
    </Link>
  );
}
