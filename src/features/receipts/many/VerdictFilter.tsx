import type { RowKind } from '../../../domain/desk/caseRow.ts';
import type { KindCount } from '../../../domain/desk/caseTable.ts';
import type { Tone } from '../../../domain/verdict/verdictKinds.ts';
import { toneOf } from '../../../domain/verdict/verdictKinds.ts';
import ui from '../../../ui/ui.module.css';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { kindTitle } from './kindTitle.ts';
import styles from './table.module.css';
import { useRowWords } from './useRowWords.ts';

type Props = {
  readonly counts: readonly KindCount[];
  readonly total: number;
  readonly kind: RowKind | null;
  readonly onChange: (kind: RowKind | null) => void;
};

/** How many cases have each verdict. A press shows only these. */
export function VerdictFilter({ counts, total, kind, onChange }: Props) {
  const { t } = useWords(deskTableWords);
  const words = useRowWords();
  return (
    <fieldset className={ui.row}>
      <legend className="visuallyHidden">{t('filter')}</legend>
      <Chip title={t('all')} count={total} tone="info" isChosen={kind === null} onPress={() => onChange(null)} />
      {counts.map((one) => (
        <Chip
          key={one.kind}
          title={kindTitle(one.kind, one.example, words)}
          count={one.count}
          tone={one.example ? toneOf(one.example) : 'info'}
          isChosen={kind === one.kind}
          onPress={() => onChange(kind === one.kind ? null : one.kind)}
        />
      ))}
    </fieldset>
  );
}

type ChipProps = {
  readonly title: string;
  readonly count: number;
  readonly tone: Tone;
  readonly isChosen: boolean;
  readonly onPress: () => void;
};

function Chip({ title, count, tone, isChosen, onPress }: ChipProps) {
  return (
    <button type="button" className={`${ui.chip} ${styles.filter}`} aria-pressed={isChosen} onClick={onPress}>
      {title} <strong className={ui[tone]}>{count}</strong>
    </button>
  );
}
