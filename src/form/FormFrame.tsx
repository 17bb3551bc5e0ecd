import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from '../ui/Icon.tsx';
import card from './FormCard.module.css';
import styles from './FormFrame.module.css';

type ColumnsProps = {
  readonly isLate?: boolean;
  /** The column beside the form of a wide window. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
};

/** The form as a card, with a column beside it. */
export function FormColumns({ isLate = false, aside, children }: ColumnsProps) {
  return (
    <div className={styles.columns} data-late={isLate || undefined}>
      <div className={card.card}>{children}</div>
      {aside}
    </div>
  );
}

type FrameProps = {
  readonly ref?: Ref<HTMLDivElement>;
  readonly scene?: ReactNode;
  readonly notice?: ReactNode;
  readonly send: ReactNode;
  /** The attributes of the button that swaps the sides. */
  readonly flip: ButtonHTMLAttributes<HTMLButtonElement>;
  readonly receive: ReactNode;
  /** What follows below the panels. */
  readonly children: ReactNode;
};

/** The order of everything in the card. */
export function FormFrame({ ref, scene, notice, send, flip, receive, children }: FrameProps) {
  return (
    <div ref={ref} className={styles.form}>
      <div className={styles.scenePlace}>{scene}</div>
      {notice}
      <div className={styles.sides}>
        {send}
        <div className={styles.flip}>
          <button type="button" {...flip}>
            <Icon name="flip" size={18} />
          </button>
        </div>
        {receive}
      </div>
      {children}
    </div>
  );
}
