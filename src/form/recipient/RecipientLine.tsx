// The recipient: who gets the tokens. RecipientLine is one line of text until the person changes it. Then
// RecipientField loads: it takes an address or a name, suggests contacts (AddressBook), and shows the address that the
// transfer pays (RecipientPreview). useLearned reads what the form and the review need to know: a name's address
// (resolveName asks every endpoint and refuses if two disagree), and the addresses that the installation blocks. The
// form's model decides (model/readRecipient).

import { useState } from 'react';
import type { Address } from 'viem';
import { useTexts } from '../../i18n/useTexts.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { TextButton } from '../../ui/Button.tsx';
import { later } from '../later.ts';
import type { Form } from '../model/form.ts';
import panel from '../panel.module.css';

const RecipientField = later((rest) => rest.RecipientField, 'line', <div className={panel.recipientField} />);

type Props = {
  readonly form: Form;
  readonly account: Address | undefined;
  readonly onChange: (text: string) => void;
};

/** Shows the recipient, or a field to change it. An empty field means the user's own account. */
export function RecipientLine({ form, account, onChange }: Props) {
  const { t, rich } = useTexts('form');
  const [opened, setOpened] = useState<'byPerson' | 'byLink' | 'never' | null>(
    form.recipientText === '' ? 'never' : 'byLink',
  );
  // Orca does not say where the focus goes if the focused button leaves the page before the field has it.
  const [isLeft, setLeft] = useState(false);
  const loadSoon = () => void RecipientField.preload();
  const isOpen = opened === 'byPerson' || opened === 'byLink';
  const close = () => {
    onChange('');
    setOpened(null);
    setLeft(false);
  };
  return (
    <>
      {isOpen ? (
        <RecipientField
          {...{ form, account, onChange }}
          takesFocus={opened === 'byPerson'}
          onOpened={() => setLeft(true)}
          onClose={close}
        />
      ) : null}
      {isOpen && (isLeft || opened === 'byLink') ? null : (
        <div className={panel.recipient}>
          <span>
            {account ? rich('toYourAccountAt', { address: <AddressText address={account} /> }) : t('toYourAccount')}
          </span>
          <TextButton
            aria-label={t('changeRecipient')}
            // The focus returns from the field that the person closed.
            autoFocus={opened === null}
            onPointerEnter={loadSoon}
            onFocus={loadSoon}
            onClick={() => setOpened('byPerson')}
          >
            {t('change')}
          </TextButton>
        </div>
      )}
    </>
  );
}
