import { Icon } from '../ui/Icon.tsx';
import type { WalletLink } from './mobileWallets.ts';
import styles from './WalletList.module.css';

type Props = {
  readonly title: string;
  readonly links: readonly WalletLink[];
  readonly onOpen?: (link: WalletLink) => void;
};

/** Links into wallet apps on this phone. They are links and not scripts, because phones open an app only on a tap. */
export function WalletLinks({ title, links, onOpen }: Props) {
  if (links.length === 0) return null;
  return (
    <section className={styles.links}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>
        {links.map((link) => (
          <li key={link.id}>
            <a className={styles.wallet} href={link.href} rel="noreferrer" onClick={() => onOpen?.(link)}>
              <span className={styles.icon}>
                <Icon name="wallet" />
              </span>
              <span className={styles.name}>{link.name}</span>
              <Icon name="exit" size={18} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
