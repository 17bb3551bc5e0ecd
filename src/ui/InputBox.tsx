import type { ReactNode } from 'react';
import type { IconName } from './Icon.tsx';
import { Icon } from './Icon.tsx';
import styles from './InputBox.module.css';

type Props = {
  readonly icon?: IconName | undefined;
  readonly isInvalid?: boolean;
  /** On a sheet, where the field is darker than what is around it. */
  readonly isSunk?: boolean;
  /** The input. */
  readonly children: ReactNode;
};

/** The frame of an input: it shows the focus and a problem. */
export function InputBox({ icon, isInvalid = false, isSunk = false, children }: Props) {
  return (
    <span className={`${styles.box} ${isInvalid ? styles.invalid : ''} ${isSunk ? styles.sunk : ''}`}>
      {icon ? <Icon name={icon} size={18} /> : null}
      {children}
    </span>
  );
}
