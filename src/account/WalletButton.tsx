import { Spinner } from '../ui/Button.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './account.module.css';
import type { WalletLink } from './mobileWallets.ts';

type WalletLinksProps = {
  readonly title: string;
  readonly links: readonly WalletLink[];
  readonly onOpen?: (link: WalletLink) => void;
};

/**
 * Links into wallet apps on this phone. They are plain links rather than scripts, because phones open an app only on a
 * tap.
 */
export function WalletLinks({ title, links, onOpen }: WalletLinksProps) {
  if (links.length === 0) return null;
  return (
    <section className={styles.rows}>
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

type Props = {
  readonly name: string;
  readonly detail?: string | undefined;
  /** The wallet's own icon: a data: URL. */
  readonly image?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
};

export function WalletButton({ name, detail, image, icon = 'wallet', isBusy, onChoose }: Props) {
  return (
    <button type="button" className={styles.wallet} onClick={onChoose}>
      {/* An <img> runs no script, and the security policy allows only data: images. */}
      {image?.startsWith('data:image/') ? (
        <img className={styles.icon} src={image.trim()} alt="" />
      ) : (
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
      )}
      <span className={styles.name}>
        {name}
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </span>
      {isBusy ? <Spinner /> : null}
    </button>
  );
}
