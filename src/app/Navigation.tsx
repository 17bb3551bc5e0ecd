import { Link, useRoute } from 'wouter';
import { useTransfers } from '../context/appServices.ts';
import { isOpen } from '../domain/transfer.ts';
import type { IconName } from '../ui/Icon.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './Navigation.module.css';

/** At the top on a desktop, at the bottom on a phone. */
export function Navigation() {
  const openCount = Object.values(useTransfers()).filter(isOpen).length;
  return (
    <nav className={styles.nav} aria-label="Main">
      <Item href="/" pattern="/" icon="flip" label="Bridge" />
      <Item href="/activity" pattern="/(activity|transfers)/*?" icon="clock" label="Activity" count={openCount} />
      <Item href="/receipts" pattern="/receipts/*?" icon="receipt" label="Receipts" />
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
  const [isHere] = useRoute(pattern);
  return (
    <Link href={href} className={styles.item ?? ''} aria-current={isHere ? 'page' : undefined}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      {label}
      {count > 0 ? (
        <span className={styles.count}>
          {count}
          <span className="visuallyHidden"> open</span>
        </span>
      ) : null}
    </Link>
  );
}
