import { useAppServices } from '../../context/appServices.ts';
import type { TransferFilter } from '../../domain/history/filterTransfers.ts';
import { TRANSFER_GROUPS } from '../../domain/history/transferGroup.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Field } from '../../ui/Field.tsx';
import ui from '../../ui/ui.module.css';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './activity.module.css';

type Props = { readonly filter: TransferFilter; readonly onChange: (filter: TransferFilter) => void };

export function HistoryFilterBar({ filter, onChange }: Props) {
  const { t } = useWords(historyWords);
  const { config } = useAppServices();
  const chainNames = config.chains.map(({ name }) => name);
  const tokenNames = [...new Set(config.chains.flatMap(({ tokens }) => tokens.map(({ name }) => name)))];
  const groups = TRANSFER_GROUPS.map((group) => ({ value: group, label: t(`group_${group}`) }));
  const same = (name: string) => ({ value: name, label: name });
  return (
    <search className={ui.stack}>
      <Field
        label={t('search')}
        isLabelHidden
        problem={null}
        icon="search"
        type="search"
        placeholder={t('search')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <div className={`${ui.row} ${styles.choices}`}>
        <Choice
          label={t('filterState')}
          value={filter.group ?? ''}
          options={[{ value: '', label: t('allStates') }, ...groups]}
          isStrong={filter.group !== null}
          onChange={(value) => onChange({ ...filter, group: groups.find((one) => one.value === value)?.value ?? null })}
        />
        <Choice
          label={t('filterChain')}
          value={filter.chainName}
          options={[{ value: '', label: t('allChains') }, ...chainNames.map(same)]}
          isStrong={filter.chainName !== ''}
          onChange={(chainName) => onChange({ ...filter, chainName })}
        />
        <Choice
          label={t('filterToken')}
          value={filter.tokenName}
          options={[{ value: '', label: t('allTokens') }, ...tokenNames.map(same)]}
          isStrong={filter.tokenName !== ''}
          onChange={(tokenName) => onChange({ ...filter, tokenName })}
        />
      </div>
    </search>
  );
}
