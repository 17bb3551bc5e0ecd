import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import type { IconName } from './Icon.tsx';
import { Icon } from './Icon.tsx';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className' | 'aria-label'> & {
  readonly icon: IconName;
  readonly label: string;
};

/** A small button beside a value. */
export function IconButton({ icon, label, ...props }: Props) {
  return (
    <button {...props} type="button" className={styles.icon} aria-label={label}>
      <Icon name={icon} size={16} />
    </button>
  );
}
