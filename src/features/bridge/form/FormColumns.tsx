import type { ReactNode } from 'react';
import { useIsWide } from '../../../ui/useIsWide.ts';
import card from '../FormCard.module.css';
import { FormAside } from './FormAside.tsx';
import styles from './FormColumns.module.css';
import { TypingProvider, useTyping } from './typing.ts';

type Props = {
  readonly children: ReactNode;
  readonly details: ReactNode;
  readonly recent: ReactNode;
};

/** The form as a card. A wide window has a column beside it. */
export function FormColumns({ children, details, recent }: Props) {
  const isWide = useIsWide();
  const { typing, isLate } = useTyping();
  return (
    <div className={styles.columns} data-late={isLate || undefined}>
      <TypingProvider value={typing}>
        <div className={card.card}>{children}</div>
        {isWide ? <FormAside details={details} recent={recent} /> : null}
      </TypingProvider>
    </div>
  );
}
