import { Link } from 'wouter';
import { Icon } from './Icon.tsx';
import styles from './share.module.css';

type Props = {
  /** The id of one of this browser's transfers, or a deposit hash. */
  readonly of: string;
  readonly label: string;
};

/** Opens a transfer's help page. */
export function HelpLink({ of, label }: Props) {
  return (
    <Link className={styles.help} href={`/help/${of}`}>
      <Icon name="question" size={18} /> {label}
    </Link>
  );
}
