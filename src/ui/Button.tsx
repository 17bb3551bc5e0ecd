import type { ReactNode } from 'react';
import styles from './Button.module.css';
import { Spinner } from './Spinner.tsx';

type Props = {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  readonly size?: 'large' | 'medium' | 'small';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly busy?: boolean;
};

export function Button({
  children,
  onClick,
  kind = 'secondary',
  size = 'medium',
  type = 'button',
  disabled = false,
  busy = false,
}: Props) {
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[kind]} ${styles[size]}`}
      onClick={onClick}
      disabled={disabled}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}
