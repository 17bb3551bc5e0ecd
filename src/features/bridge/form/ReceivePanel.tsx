import type { ReactNode } from 'react';
import type { Route } from '../../../domain/registry.ts';
import { Disc } from '../../../ui/Disc.tsx';
import { mainWords } from '../../../words/main/mainWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { amountSize, lengthOf } from './amountSize.ts';
import styles from './Panel.module.css';
import type { PickerOption } from './pickerOptions.ts';
import { Selector } from './Selector.tsx';

type Props = {
  readonly route: Route;
  readonly destinations: readonly PickerOption[];
  /** The amount to receive in the destination token's base units; null without a quote. */
  readonly receive: bigint | null;
  readonly isUpdating: boolean;
  readonly onDestination: (name: string) => void;
  readonly children: ReactNode;
};

export function ReceivePanel({ route, destinations, receive, isUpdating, onDestination, children }: Props) {
  const { t, amount: formatted } = useWords(mainWords);
  const amount = receive === null ? '0' : formatted({ amount: receive, decimals: route.destinationToken.decimals });
  const classes = [styles.amount, styles.output];
  if (receive === null) classes.push(styles.empty);
  if (isUpdating) classes.push(styles.stale);
  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <span>{t('to')}</span>
        <Selector
          label={t('destinationChain')}
          shape="chain"
          options={destinations}
          selected={route.destination.name}
          onPick={onDestination}
        />
      </div>
      <div className={styles.main}>
        <div className={`${styles.box} ${styles[lengthOf(amount)] ?? ''}`}>
          <output
            className={classes.join(' ')}
            style={{ fontSize: amountSize(amount) }}
            aria-label={t('youReceive')}
            aria-busy={isUpdating}
          >
            {amount}
          </output>
        </div>
        <span className={styles.tokenStatic}>
          <Disc name={route.pair.tokenName} shape="token" />
          {route.pair.tokenName}
        </span>
      </div>
      {children}
    </div>
  );
}
