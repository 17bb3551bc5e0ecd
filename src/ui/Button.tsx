import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './Button.module.css';

type Props = {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  readonly size?: 'large' | 'medium' | 'small';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly busy?: boolean;
  /** The id of the element that describes the button. */
  readonly describedBy?: string | undefined;
};

export function Button({
  children,
  onClick,
  kind = 'secondary',
  size = 'medium',
  type = 'button',
  disabled = false,
  busy = false,
  describedBy,
}: Props) {
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[kind]} ${styles[size]}`}
      // The attribute `disabled` would drop the focus, and the keyboard could not continue from the button.
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      aria-disabled={disabled || undefined}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

type ButtonLinkProps = { readonly href: string; readonly children: ReactNode };

/** A link that looks like a button. */
export function ButtonLink({ href, children }: ButtonLinkProps) {
  return (
    <Link className={`${styles.button} ${styles.secondary} ${styles.medium}`} href={href}>
      {children}
    </Link>
  );
}

type TextButtonProps = Omit<ComponentProps<'button'>, 'type' | 'className'>;

/** A button that looks like text, such as "Change" beside a value. Its parent positions it. */
export function TextButton(props: TextButtonProps) {
  return <button {...props} type="button" className={styles.textButton} />;
}

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
