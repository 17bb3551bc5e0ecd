import { Spinner } from '../ui/Button.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './WalletList.module.css';

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
