import { useMemo, useState } from 'react';
import { useAppServices } from '../../app/services.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { ChainChoice, Choices } from '../model/choices.ts';
import { destinationChoices, findMatches, hideTestnets, originChoices } from '../model/choices.ts';
import { ChainRow } from './ChoiceRow.tsx';
import { PickList } from './PickList.tsx';
import { useTestnets } from './TestnetSwitch.tsx';
import { TokenPicker } from './TokenPicker.tsx';

type Props = {
  readonly kind: 'origin' | 'destination' | 'token';
  readonly label: string;
  readonly choices: Choices;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/**
 * A selector's dialog: a list of chains, or of the tokens on every chain (TokenPicker). The app loads it and renders it
 * closed when a person is about to press a selector. Both lists are a PickList: a search above a virtual list with a
 * combobox's keys (usePickList). model/choices decides what they offer, and ChoiceRow renders one row.
 */
export function PickerDialog({ kind, ...props }: Props) {
  return (
    <Dialog title={props.label} isOpen={props.isOpen} onClose={props.onClose}>
      {kind === 'token' ? <TokenPicker {...props} /> : <ChainPicker side={kind} {...props} />}
    </Dialog>
  );
}

type ChainPickerProps = Omit<Props, 'kind'> & { readonly side: 'origin' | 'destination' };

const keyOf = ({ chain }: ChainChoice) => `${chain.id}`;
const textsOf = ({ chain }: ChainChoice) => ({ name: chain.name.toLowerCase(), others: `${chain.id}` });

function ChainPicker({ side, label, choices: { route, routes, onChoose }, isOpen, onClose }: ChainPickerProps) {
  const { registry } = useAppServices();
  const { t } = useTexts('app');
  const [search, setSearch] = useState('');
  const chosen = route[side];
  const { hidesTestnets, testnetSwitch } = useTestnets(route.origin.testnet || chosen.testnet);
  const all = useMemo(
    () => (side === 'origin' ? originChoices : destinationChoices)(route, routes, registry.chains),
    [side, route, routes, registry],
  );
  const sections = useMemo(() => {
    const shown = hidesTestnets ? hideTestnets(all, search !== '') : all;
    return [{ title: null, items: findMatches(shown, search, textsOf) }];
  }, [all, hidesTestnets, search]);

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
      {testnetSwitch}
    </PickList>
  );
}
