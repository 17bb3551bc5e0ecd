import { useId } from 'react';
import { assertNever } from '#shared/assertNever.ts';
import type { Route } from '../../../domain/registry.ts';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './Panel.module.css';
import type { PickerOption } from './pickerOptions.ts';
import { Selector } from './Selector.tsx';
import type { BalanceState } from './useBalance.ts';

type Props = {
  readonly route: Route;
  readonly origins: readonly PickerOption[];
  readonly tokens: readonly PickerOption[];
  readonly amountText: string;
  readonly problem: string | null;
  readonly balance: BalanceState;
  readonly onOrigin: (name: string) => void;
  readonly onToken: (name: string) => void;
  readonly onAmount: (text: string) => void;
  readonly onMax: () => void;
};

const LONG_FROM = 12;

export function AmountPanel(props: Props) {
  const { route, amountText, problem } = props;
  const { t } = useWords(mainWords);
  const inputId = useId();
  const problemId = useId();
  return (
    <div className={`${styles.panel} ${problem ? styles.invalid : ''}`}>
      <div className={styles.top}>
        <span>{t('from')}</span>
        <Selector
          label={t('originChain')}
          shape="chain"
          options={props.origins}
          selected={route.origin.name}
          onPick={props.onOrigin}
        />
      </div>
      <div className={styles.main}>
        <label htmlFor={inputId} className="visuallyHidden">
          {t('amountToSend')}
        </label>
        <input
          id={inputId}
          className={`${styles.amount} ${amountText.length > LONG_FROM ? styles.long : ''}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="0"
          maxLength={100}
          value={amountText}
          aria-invalid={problem !== null}
          aria-describedby={problem ? problemId : undefined}
          onChange={(event) => props.onAmount(event.target.value)}
        />
        <Selector
          label={t('token')}
          shape="token"
          options={props.tokens}
          selected={route.pair.tokenName}
          onPick={props.onToken}
        />
      </div>
      <div className={styles.bottom}>
        {problem ? (
          <span id={problemId} className={styles.problem} role="alert">
            {problem}
          </span>
        ) : null}
        <Balance balance={props.balance} decimals={route.originToken.decimals} onMax={props.onMax} />
      </div>
    </div>
  );
}

type BalanceProps = { readonly balance: BalanceState; readonly decimals: number; readonly onMax: () => void };

function Balance({ balance, decimals, onMax }: BalanceProps) {
  const { t, amount } = useWords(mainWords);
  switch (balance.status) {
    case 'none':
      return null;
    case 'loading':
      return <span className={styles.balance}>{t('loadingBalance')}</span>;
    case 'unknown':
      return (
        <span className={styles.balance}>
          {t('balanceUnavailable')}
          <button type="button" className={styles.max} onClick={balance.retry}>
            {t('retry')}
          </button>
        </span>
      );
    case 'known':
      return (
        <span className={styles.balance}>
          {t('balance', { amount: amount({ amount: balance.amount, decimals }) })}
          {balance.amount > 0n ? (
            <button type="button" className={styles.max} onClick={onMax}>
              {t('max')}
            </button>
          ) : null}
        </span>
      );
    default:
      return assertNever(balance);
  }
}
