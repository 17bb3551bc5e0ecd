import { Link } from 'wouter';
import { Icon } from './Icon.tsx';
import styles from './share.module.css';

type Props = {
  /** The id of a transfer of this browser, or a deposit hash. */
  readonly of: string;
  readonly label: string;
};

/** Opens the help page of a transfer. */
export function HelpLink({ of, label }: Props) {
  return (
    <Link className={styles.help} href={`/help/${of}`}>
      <Icon name="question" size={18} /> {label}
    </Link>
  );
}
