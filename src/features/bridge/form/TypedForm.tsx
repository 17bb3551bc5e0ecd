import type { ReactNode } from 'react';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { FormAside } from './FormAside.tsx';
import { FormColumns } from './FormFrame.tsx';
import { TypingProvider, useTyping } from './typing.ts';

type Props = {
  readonly children: ReactNode;
  readonly details: ReactNode;
  readonly recent: ReactNode;
};

/** Shows each key at once, and the form around it afterwards. */
export function TypedForm({ children, details, recent }: Props) {
  const { t } = useWords(mainWords);
  const isWide = useIsWide();
  const { typing, isLate } = useTyping();
  return (
    <TypingProvider value={typing}>
      <FormColumns
        isLate={isLate}
        aside={isWide ? <FormAside title={t('feesAndTime')} {...{ details, recent }} /> : null}
      >
        {children}
      </FormColumns>
    </TypingProvider>
  );
}
