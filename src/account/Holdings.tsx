import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { useAppServices } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { DetailRow } from '../ui/DetailRow.tsx';
import styles from './account.module.css';

type Props = { readonly chain: ChainConfig; readonly account: Address };

/** The tokens that an account holds on a chain. A balance that could not be read is counted, and never zero. */
export function Holdings({ chain, account }: Props) {
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

  function lines(): readonly ReactNode[] {
    if (isError) return [t('balanceUnread')];
    if (!data) return [t('pickerLoadingBalance')];
    const unread = data.filter((balance) => balance === null).length;
    const held = tokens.flatMap(({ name, decimals }, index) => {
      const amount = data[index];
      return amount ? [sum({ amount, decimals }, name)] : [];
    });
    if (unread > 0) return [...held, t('balancesUnread', { count: unread })];
    return held.length > 0 ? held : [sum({ amount: 0n, decimals: native.decimals }, native.name)];
  }

  return (
    <DetailRow label={chain.name}>
      <span className={styles.holdings}>
        {lines().map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tokens can have the same name
          <span key={index}>{line}</span>
        ))}
      </span>
    </DetailRow>
  );
}
