import { useId } from 'react';
import { assertNever } from '#shared/assertNever.ts';
import type { Route } from '../../../domain/registry.ts';
import { displayAmount } from '../../../ui/displayAmount.ts';
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
  const inputId = useId();
  const problemId = useId();
  return (
    <div className={`${styles.panel} ${problem ? styles.invalid : ''}`}>
      <div className={styles.top}>
        <span>From</span>
        <Selector
          label="Origin chain"
          shape="chain"
          options={props.origins}
          selected={route.origin.name}
          onPick={props.onOrigin}
        />
      </div>
      <div className={styles.main}>
        <label htmlFor={inputId} className="visuallyHidden">
          Amount to send
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
          label="Token"
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
  switch (balance.status) {
    case 'none':
      return null;
    case 'loading':
      return <span className={styles.balance}>Loading balance…</span>;
    case 'unknown':
      return (
        <span className={styles.balance}>
          Balance unavailable
          <button type="button" className={styles.max} onClick={balance.retry}>
            Retry
          </button>
        </span>
      );
    case 'known':
      return (
        <span className={styles.balance}>
          Balance {displayAmount({ amount: balance.amount, decimals })}
          {balance.amount > 0n ? (
            <button type="button" className={styles.max} onClick={onMax}>
              Max
            </button>
          ) : null}
        </span>
      );
    default:
      return assertNever(balance);
  }
}
