import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { useAppServices } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { DetailRow } from '../ui/DetailRow.tsx';
import { Digits } from '../ui/Digits.tsx';
import { AddToken } from './AddToken.tsx';
import styles from './account.module.css';

type Props = {
  readonly chain: ChainConfig;
  readonly account: Address;
  /** Whether the account's wallet can list a token. */
  readonly canAddTokens: boolean;
};

/** The tokens that an account holds on a chain. A balance that could not be read is counted, and never zero. */
export function Holdings({ chain, account, canAddTokens }: Props) {
  const { t, sum } = useTexts('app');
  const { chainReads } = useAppServices();
  const native = { name: chain.nativeCurrency.symbol, address: zeroAddress, decimals: chain.nativeCurrency.decimals };
  const tokens = [native, ...chain.tokens.filter(({ address }) => !isSameAddress(address, zeroAddress))];
  const { data, isError } = useQuery({
    queryKey: ['holdings', chain.id, account],
    queryFn: async () => {
      const addresses = tokens.map(({ address }) => address);
      return (await chainReads()).balancesOf({ chainId: chain.id, tokens: addresses, account });
    },
    structuralSharing: false,
    retry: false,
  });

  function lines(): ReactNode {
    if (isError) return <span>{t('balanceUnread')}</span>;
    if (!data) return <span>{t('pickerLoadingBalance')}</span>;
    const unread = data.filter((balance) => balance === null).length;
    const held = tokens.flatMap(({ name, address, decimals }, index) => {
      const amount = data[index];
      if (!amount) return [];
      return [
        <div key={address}>
          <Digits text={sum({ amount, decimals }, name)} />
          {canAddTokens ? <AddToken isIcon chainId={chain.id} token={address} /> : null}
        </div>,
      ];
    });
    if (unread === 0 && held.length === 0)
      return <span>{sum({ amount: 0n, decimals: native.decimals }, native.name)}</span>;
    return (
      <>
        {held}
        {unread > 0 ? <span>{t('balancesUnread', { count: unread })}</span> : null}
      </>
    );
  }

  return (
    <DetailRow label={chain.name}>
      <div className={styles.holdings}>{lines()}</div>
    </DetailRow>
  );
}
