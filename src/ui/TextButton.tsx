import type { ComponentProps } from 'react';
import styles from './TextButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className'>;

/** A button that is a short text, such as "Change" beside a value. Its parent places it. */
export function TextButton(props: Props) {
  return <button {...props} type="button" className={styles.button} />;
}
