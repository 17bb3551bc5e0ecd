import { useAppServices } from '../../context/appServices.ts';
import type { HistoryFilter } from '../../domain/history/filterHistory.ts';
import type { HistoryGroup } from '../../domain/history/historyItem.ts';
import { HISTORY_GROUPS } from '../../domain/history/historyItem.ts';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { historyWords } from '../../words/history/historyWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './HistoryFilterBar.module.css';

type Props = { readonly filter: HistoryFilter; readonly onChange: (filter: HistoryFilter) => void };

export function HistoryFilterBar({ filter, onChange }: Props) {
  const { t } = useWords(historyWords);
  const { config } = useAppServices();
  const chainNames = config.chains.map(({ name }) => name);
  const tokenNames = [...new Set(config.chains.flatMap(({ tokens }) => tokens.map(({ name }) => name)))];
  const groups = HISTORY_GROUPS.map((group) => ({ value: group, label: t(`group_${group}`) }));
  const same = (name: string) => ({ value: name, label: name });
  return (
    <search className={styles.bar}>
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
      <div className={styles.choices}>
        <Choice
          label={t('filterState')}
          all={t('allStates')}
          value={filter.group ?? ''}
          options={groups}
          onChange={(value) => onChange({ ...filter, group: groups.find((one) => one.value === value)?.value ?? null })}
        />
        <Choice
          label={t('filterChain')}
          all={t('allChains')}
          value={filter.chainName}
          options={chainNames.map(same)}
          onChange={(chainName) => onChange({ ...filter, chainName })}
        />
        <Choice
          label={t('filterToken')}
          all={t('allTokens')}
          value={filter.tokenName}
          options={tokenNames.map(same)}
          onChange={(tokenName) => onChange({ ...filter, tokenName })}
        />
      </div>
    </search>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly all: string;
  readonly value: HistoryGroup | string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
};

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <span className={`${styles.choice} ${value === '' ? '' : styles.chosen}`}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={16} />
    </span>
  );
}
