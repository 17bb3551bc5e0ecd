import { useMemo, useState } from 'react';
import { useAppServices } from '../../app/services.ts';
import { pickersWords } from '../../i18n/pickers/pickersWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { LogoImage } from '../../ui/logos/LogoImage.tsx';
import type { ChainChoice } from '../model/choices.ts';
import { destinationChoices, originChoices } from '../model/choices.ts';
import styles from './Choice.module.css';
import { ChoiceTitle } from './ChoiceTitle.tsx';
import type { Choices } from './choices.ts';
import { hasBothKinds, hideTestnets, obstacleText } from './choices.ts';
import { findMatches } from './findMatches.ts';
import { PickList } from './PickList.tsx';
import { TestnetSwitch } from './TestnetSwitch.tsx';
import { useTestnets } from './useTestnets.ts';

type Props = {
  readonly side: 'origin' | 'destination';
  readonly label: string;
  readonly choices: Choices;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

const keyOf = ({ chain }: ChainChoice) => `${chain.id}`;
const textsOf = ({ chain }: ChainChoice) => ({ name: chain.name.toLowerCase(), others: `${chain.id}` });

export function ChainPicker({ side, label, choices: { route, routes, onChoose }, isOpen, onClose }: Props) {
  const { registry } = useAppServices();
  const { t } = useWords(pickersWords);
  const [search, setSearch] = useState('');
  const chosen = route[side];
  const [showsTestnets, setShowsTestnets] = useTestnets(route.origin.testnet || chosen.testnet);
  const all = useMemo(
    () => (side === 'origin' ? originChoices : destinationChoices)(route, routes, registry.chains),
    [side, route, routes, registry],
  );
  const isMixed = hasBothKinds(registry.chains);
  const sections = useMemo(() => {
    const shown = isMixed && !showsTestnets ? hideTestnets(all, search !== '') : all;
    return [{ title: null, items: findMatches(shown, search, textsOf) }];
  }, [all, isMixed, search, showsTestnets]);

  const actions = { origin: 'originChosen', destination: 'destinationChosen' } as const;
  return (
    <PickList
      label={label}
      searchHint={t('searchChains')}
      isOpen={isOpen}
      search={search}
      onSearch={setSearch}
      sections={sections}
      keyOf={keyOf}
      isSelected={({ chain }) => chain.id === chosen.id}
      isDisabled={({ obstacle }) => obstacle !== null}
      opensAtSelected
      onPick={({ chain }) => {
        onChoose({ type: actions[side], chainName: chain.name });
        onClose();
      }}
      renderItem={(choice, isSelected) => (
        <ChainRow choice={choice} isSelected={isSelected} from={side === 'destination' ? route.origin.name : null} />
      )}
    >
      {isMixed ? <TestnetSwitch isOn={showsTestnets} onSwitch={setShowsTestnets} /> : null}
    </PickList>
  );
}

type RowProps = {
  readonly choice: ChainChoice;
  readonly isSelected: boolean;
  /** The origin of a destination; null for an origin. */
  readonly from: string | null;
};

function ChainRow({ choice, isSelected, from }: RowProps) {
  const words = useWords(pickersWords);
  const { chain, obstacle, otherToken } = choice;
  const why = obstacle === 'noRoute' && from !== null ? words.t('noRouteTo', { chain: from }) : null;
  return (
    <>
      <span className={obstacle ? styles.faded : styles.logo}>
        <LogoImage name={chain.name} shape="chain" size="large" source={chain.logo ?? chain.id} />
      </span>
      <span className={styles.text}>
        <ChoiceTitle name={chain.name} chain={chain} isSelected={isSelected} />
        <span className={styles.detail}>
          {obstacle ? (why ?? obstacleText(obstacle, words)) : words.t('chainWithId', { id: `${chain.id}` })}
        </span>
        {!obstacle && otherToken ? (
          <span className={styles.detail}>{words.t('changesToken', { token: otherToken })}</span>
        ) : null}
      </span>
    </>
  );
}
