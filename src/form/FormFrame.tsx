import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { lengthOf } from '../ui/amountSize.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './form.module.css';
import panel from './panel.module.css';

type ColumnsProps = {
  readonly isLate?: boolean;
  /** The column beside the form in a wide window. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
};

/** The form as a card, with a column beside it. */
export function FormColumns({ isLate = false, aside, children }: ColumnsProps) {
  return (
    <div className={styles.columns} data-late={isLate || undefined}>
      <div className={styles.card}>{children}</div>
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
      <div className={styles.scenePlace}>{scene}</div>
      {children}
    </div>
  );
}

type AsideProps = {
  readonly title: ReactNode;
  /** The quote's fees and time. */
  readonly details: ReactNode;
  readonly recent?: ReactNode;
};

/** The column beside the form in a wide window. */
export function FormAside({ title, details, recent }: AsideProps) {
  return (
    <aside className={styles.aside}>
      <section className={styles.details} aria-labelledby="feesTitle">
        <h2 id="feesTitle">{title}</h2>
        {details}
      </section>
      {recent}
    </aside>
  );
}

/** The attributes of each amount field. */
export const AMOUNT_FIELD = {
  type: 'text',
  inputMode: 'decimal',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  placeholder: '0',
  maxLength: 100,
} as const;

type PanelProps = {
  /** "From" or "To". */
  readonly direction: ReactNode;
  readonly chain: ReactNode;
  readonly token: ReactNode;
  /** The text in the field: a long one gets more room. */
  readonly text?: string;
  /** Gets the id of the line that states the problem; null while there is none. */
  readonly field: (problemId: string | null) => ReactNode;
  /** What is wrong with the amount, or the question about which amount is meant. */
  readonly problem?: ReactNode;
  /** Below the field while the amount is fine. Its space is reserved while it loads. */
  readonly line?: ReactNode;
  /** The balance, or the recipient. */
  readonly children?: ReactNode;
};

/** One side of the transfer: its chain, its token and its amount. */
export function AmountPanel({ direction, chain, token, text = '', field, problem = null, line, children }: PanelProps) {
  const problemId = useId();
  const isInvalid = problem !== null;
  return (
    <div className={`${panel.panel} ${isInvalid ? panel.invalid : ''}`}>
      <div className={panel.top}>
        <span>{direction}</span>
        {chain}
      </div>
      <div className={panel.main}>
        <div className={`${panel.box} ${panel[lengthOf(text)] ?? ''}`}>{field(isInvalid ? problemId : null)}</div>
        {token}
      </div>
      <div className={panel.line}>
        <div id={problemId}>{problem}</div>
        {line}
      </div>
      {children}
    </div>
  );
}
