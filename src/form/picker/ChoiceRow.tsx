import { isNativeToken } from '#shared/address.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { useAppServices } from '../../app/services.ts';
import type { Route } from '../../config/registry.ts';
import { chainByName } from '../../config/registry.ts';
import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Digits } from '../../ui/Digits.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LogoImage } from '../../ui/logos/LogoImage.tsx';
import { useFiat } from '../../ui/useFiat.ts';
import type { ChainChoice, Obstacle, TokenChoice } from '../model/choices.ts';
import styles from './picker.module.css';

type ChainRowProps = {
  readonly choice: ChainChoice;
  readonly isSelected: boolean;
  /** The origin that goes with a destination; null for an origin. */
  readonly from: string | null;
};

export function ChainRow({ choice, isSelected, from }: ChainRowProps) {
  const texts = useTexts('app');
  const { chain, obstacle, otherToken } = choice;
  const why = obstacle === 'noRoute' && from !== null ? texts.t('noRouteTo', { chain: from }) : null;
  return (
    <>
      <span className={obstacle ? styles.faded : styles.logo}>
        <LogoImage name={chain.name} shape="chain" size="large" source={chain.logo ?? chain.id} />
      </span>
      <span className={styles.text}>
        <ChoiceTitle name={chain.name} chain={chain} isSelected={isSelected} />
        <span className={styles.detail}>
          {obstacle ? (why ?? obstacleText(obstacle, texts)) : texts.t('chainWithId', { id: `${chain.id}` })}
        </span>
        {!obstacle && otherToken ? (
          <span className={styles.detail}>{texts.t('changesToken', { token: otherToken })}</span>
        ) : null}
      </span>
    </>
  );
}

type TokenRowProps = {
  readonly choice: TokenChoice;
  readonly isSelected: boolean;
  readonly chosen: Route;
  /** Null: it could not be read. Undefined: not read yet. */
  readonly balance: bigint | null | undefined | 'none';
};

export function TokenRow({ choice, isSelected, chosen, balance }: TokenRowProps) {
  const texts = useTexts('app');
  const { name, chain, obstacle, names } = choice;
  // People expect a token on another chain to change the destination, but not one on the same chain.
  const isSurprise = chain.id === chosen.origin.id && names.destinationName !== chosen.destination.name;
  return (
    <>
      <TokenLogo choice={choice} />
      <span className={styles.text}>
        <ChoiceTitle name={name} chain={chain} isSelected={isSelected} />
        <span className={styles.detail}>
          {chain.name} · {obstacle ? obstacleText(obstacle, texts) : <TokenIdentity choice={choice} />}
        </span>
        {!obstacle && isSurprise ? (
          <span className={styles.detail}>{texts.t('changesDestination', { chain: names.destinationName })}</span>
        ) : null}
      </span>
      {balance === 'none' ? null : <Balance choice={choice} balance={balance} />}
    </>
  );
}

export function RouteRow({ choice }: { readonly choice: TokenChoice }) {
  const texts = useTexts('app');
  const { registry } = useAppServices();
  const { name, names, obstacle } = choice;
  const destination = chainByName(registry, names.destinationName);
  return (
    <>
      <TokenLogo choice={choice} />
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          {obstacle
            ? obstacleText(obstacle, texts)
            : texts.t('fromChainTo', { from: names.originName, to: names.destinationName })}
        </span>
      </span>
      {destination ? (
        <LogoImage name={destination.name} shape="chain" source={destination.logo ?? destination.id} />
      ) : null}
    </>
  );
}

type ChoiceTitleProps = { readonly name: string; readonly chain: ChainConfig; readonly isSelected: boolean };

function ChoiceTitle({ name, chain, isSelected }: ChoiceTitleProps) {
  const { t } = useTexts('app');
  return (
    <span className={styles.title}>
      <span className={styles.name}>{name}</span>
      {chain.testnet ? <span className={styles.tag}>{t('testnet')}</span> : null}
      {isSelected ? (
        <span className={styles.mark}>
          <Icon name="check" size={18} />
        </span>
      ) : null}
    </span>
  );
}

const OBSTACLES = {
  noRoute: 'noRouteFrom',
  fundsShort: 'fundsShort',
  unverifiable: 'unavailable',
  testnetsHidden: 'testnetsHidden',
} as const satisfies Record<Obstacle, string>;

function obstacleText(obstacle: Obstacle, { t }: Pick<Texts<'app'>, 't'>): string {
  return t(OBSTACLES[obstacle]);
}

// Any token can call itself USDC. The address identifies it, and only a token in the registry gets a logo.
function TokenLogo({ choice: { name, chain, token, isPinned, obstacle } }: Pick<TokenRowProps, 'choice'>) {
  return (
    <span className={obstacle ? styles.faded : styles.logo}>
      <LogoImage name={name} shape="token" size="large" source={isPinned ? (token?.logo ?? name) : null} />
      <span className={styles.badge}>
        <LogoImage name={chain.name} shape="chain" size="small" source={chain.logo ?? chain.id} />
      </span>
    </span>
  );
}

function TokenIdentity({ choice: { token, isPinned } }: Pick<TokenRowProps, 'choice'>) {
  const { t, rich } = useTexts('app');
  if (!token) return null;
  if (isNativeToken(token.address)) return t('nativeToken');
  const address = <AddressText address={token.address} />;
  return isPinned ? address : rich('unverified', { address });
}

function Balance({
  choice: { token, price },
  balance,
}: Pick<TokenRowProps, 'choice'> & { readonly balance: bigint | null | undefined }) {
  const { t, amount } = useTexts('app');
  const { priceOf, show } = useFiat();
  const current = priceOf(price);
  if (balance === undefined)
    return <span className={styles.loading} role="img" aria-label={t('pickerLoadingBalance')} />;
  if (balance === null || !token) return <span className={styles.unread}>{t('balanceUnread')}</span>;
  return (
    <span className={`${styles.balance} ${balance > 0n ? styles.held : styles.nothing}`}>
      <Digits text={amount({ amount: balance, decimals: token.decimals })} />
      {current && balance > 0n ? (
        <span className={styles.worth}>
          <Digits text={show({ amount: balance, decimals: token.decimals }, current)} />
        </span>
      ) : null}
    </span>
  );
}
