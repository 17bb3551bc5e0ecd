import { useState } from 'react';
import { useAppServices } from '../../../../context/appServices.ts';
import type { TokenChoice } from '../../../../domain/tokenChoices.ts';
import { pickersWords } from '../../../../words/pickers/pickersWords.ts';
import { useWords } from '../../../../words/useWords.ts';
import { ChainFilter } from './ChainFilter.tsx';
import styles from './Choice.module.css';
import type { Choices } from './choices.ts';
import { hasBothKinds } from './hideTestnets.ts';
import { PickList } from './PickList.tsx';
import { TestnetSwitch } from './TestnetSwitch.tsx';
import { RouteRow, TokenRow } from './TokenRow.tsx';
import type { TokenEntry } from './tokenEntries.ts';
import { useTestnets } from './useTestnets.ts';
import { useTokenSections } from './useTokenSections.ts';

type Props = {
  readonly label: string;
  readonly choices: Choices;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

const keyOf = ({ choice, isRoute }: TokenEntry) =>
  isRoute ? `${choice.key} ${choice.names.destinationName}` : choice.key;

/** The tokens of every origin chain. The tokens of the account come first. */
export function TokenPicker({ label, choices, isOpen, onClose }: Props) {
  const { route, routes, account, onChoose } = choices;
  const { registry } = useAppServices();
  const words = useWords(pickersWords);
  const [search, setSearch] = useState('');
  const [chainId, setChainId] = useState<number | null>(null);
  const [showsTestnets, setShowsTestnets] = useTestnets(route.origin.testnet);

  const isMixed = hasBothKinds(registry.chains);
  const wish = { search, chainId, hidesTestnets: isMixed && !showsTestnets, readsBalances: isOpen };
  const { sections, balances, readAgain, hold } = useTokenSections(choices, wish);
  const unread = [...balances.values()].filter((balance) => balance === null).length;
  const origins = registry.chains.filter(
    ({ name, testnet }) => routes.byOrigin.has(name) && (showsTestnets || !testnet || !isMixed),
  );

  return (
    <PickList
      label={label}
      searchHint={words.t('searchTokens')}
      isOpen={isOpen}
      search={search}
      onSearch={setSearch}
      sections={sections}
      keyOf={keyOf}
      isSelected={({ choice, isRoute }) => !isRoute && isChosen(choice, choices)}
      isDisabled={({ choice }) => choice.obstacle !== null}
      opensAtSelected={false}
      onTouch={hold}
      onPick={({ choice }) => {
        onChoose({ type: 'routeChosen', ...choice.names });
        onClose();
      }}
      renderItem={({ choice, isRoute }, isSelected) =>
        isRoute ? (
          <RouteRow choice={choice} />
        ) : (
          <TokenRow
            choice={choice}
            isSelected={isSelected}
            chosen={route}
            balance={account && choice.token ? balances.get(choice.key) : 'none'}
          />
        )
      }
    >
      {origins.length > 1 ? <ChainFilter chains={origins} chosen={chainId} onChoose={setChainId} /> : null}
      {isMixed ? <TestnetSwitch isOn={showsTestnets} onSwitch={setShowsTestnets} /> : null}
      {unread > 0 ? (
        <div className={styles.unreadLine} role="status">
          {words.t('balancesUnread', { count: unread })}
          <button type="button" onClick={readAgain}>
            {words.t('readAgain')}
          </button>
        </div>
      ) : null}
    </PickList>
  );
}

function isChosen({ chain, token }: TokenChoice, { route }: Choices): boolean {
  return (
    chain.id === route.origin.id &&
    token?.address === route.originToken.address &&
    token.name === route.originToken.name
  );
}
