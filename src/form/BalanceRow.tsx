import { assertNever } from '#shared/assertNever.ts';
import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import styles from './BalanceRow.module.css';
import { useShares } from './useShares.ts';

type Props = Parameters<typeof useShares>[0];

const SHARES = [25n, 50n, 75n] as const;
const ALL = 100n;

/** The balance, with buttons for shares of it. */
export function BalanceRow(props: Props) {
  return props.balance.status === 'none' ? null : (
    <div className={styles.row}>
      <Balance {...props} />
    </div>
  );
}

function Balance(props: Props) {
  const { balance } = props;
  const { decimals } = props.form.route.originToken;
  const shares = useShares(props);
  const { t, amount, share } = useWords(mainWords);
  switch (balance.status) {
    case 'none':
      return null;
    case 'loading':
      return <span>{t('loadingBalance')}</span>;
    case 'unknown':
      return (
        <>
          <span>{t('balanceUnavailable')}</span>
          <button type="button" onClick={balance.retry}>
            {t('retry')}
          </button>
        </>
      );
    case 'known':
      return (
        <>
          <span className={styles.balance}>
            {t('balance', { amount: amount({ amount: balance.amount, decimals }) })}
          </span>
          {balance.amount > 0n ? (
            <fieldset className={styles.shares} aria-label={t('shareOfBalance')}>
              {SHARES.map((percent) => (
                <button
                  key={percent}
                  type="button"
                  disabled={!shares.isOffered(percent)}
                  onClick={() => void shares.choose(percent)}
                >
                  {share(percent)}
                </button>
              ))}
              <button type="button" onClick={() => void shares.choose(ALL)}>
                {t('max')}
              </button>
            </fieldset>
          ) : null}
        </>
      );
    default:
      return assertNever(balance);
  }
}
