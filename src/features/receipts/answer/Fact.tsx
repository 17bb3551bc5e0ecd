import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './answer.module.css';

type Props = {
  readonly label: string;
  /** What the button copies. */
  readonly value: string;
  /** What shows instead of the value, such as a link or a shortened hash. */
  readonly children?: ReactNode;
};

/** One fact of the evidence, with a button that copies it. */
export function Fact({ label, value, children = value }: Props) {
  const { t } = useWords(deskWords);
  return (
    <DetailRow label={label}>
      <span className={styles.value}>
        <span>{children}</span>
        <CopyButton text={value} label={t('copyValue', { what: label })} />
      </span>
    </DetailRow>
  );
}
